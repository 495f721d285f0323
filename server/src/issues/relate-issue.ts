import type * as api from '@plumbline/contract/issues/issues'
import { fillSentence } from '@plumbline/contract/sentences'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { holdPair, pairChanged } from './relations.ts'
import type { FoundIssue } from './visible.ts'

const MOST = 100

async function refuseMoreThanMost({ tx }: ProjectCtx, { id }: FoundIssue) {
  const { count } = await tx
    .selectFrom('issue_relations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.or([eb('a_id', '=', id), eb('b_id', '=', id)]))
    .executeTakeFirstOrThrow()
  if (count > MOST)
    throw new Refusal('conflict', {
      message: fillSentence('An issue has at most {count} related issues', { count: MOST }),
    })
}

export async function relateIssue(
  ctx: ProjectCtx,
  { params }: Pick<Input<typeof api.relateIssue>, 'params'>,
): Promise<void> {
  const pair = await holdPair(ctx, params)
  if (pair.issue.id === pair.other.id)
    throw new Refusal('conflict', { message: 'An issue cannot be related to itself' })
  const made = await ctx.tx
    .insertInto('issue_relations')
    .values(pair.ids)
    .onConflict((conflict) => conflict.doNothing())
    .returning('a_id')
    .executeTakeFirst()
  if (!made) return
  await refuseMoreThanMost(ctx, pair.issue)
  await refuseMoreThanMost(ctx, pair.other)
  await pairChanged(ctx, pair, 'RELATED')
}
