import type * as api from '@plumbline/contract/issues/issues'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { lockIssuePair, recordRelationChange } from './relations.ts'
import type { FoundIssue } from './visible.ts'

const MAX_RELATIONS = 100

async function checkRelationLimit({ tx }: ProjectCtx, { id }: FoundIssue) {
  const { count } = await tx
    .selectFrom('issue_relations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.or([eb('a_id', '=', id), eb('b_id', '=', id)]))
    .executeTakeFirstOrThrow()
  if (count > MAX_RELATIONS)
    throw new Refusal('conflict', reason('too_many_relations', { count: MAX_RELATIONS }))
}

export async function relateIssue(
  ctx: ProjectCtx,
  { params }: Pick<Input<typeof api.relateIssue>, 'params'>,
): Promise<void> {
  const pair = await lockIssuePair(ctx, params)
  if (pair.issue.id === pair.other.id) throw new Refusal('conflict', reason('related_to_itself'))
  const inserted = await ctx.tx
    .insertInto('issue_relations')
    .values(pair.ids)
    .onConflict((conflict) => conflict.doNothing())
    .returning('a_id')
    .executeTakeFirst()
  if (!inserted) return
  await checkRelationLimit(ctx, pair.issue)
  await checkRelationLimit(ctx, pair.other)
  await recordRelationChange(ctx, pair, 'RELATED')
}
