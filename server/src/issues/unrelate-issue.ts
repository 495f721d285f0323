import type * as api from '@plumbline/contract/issues/issues'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { lockIssuePair, recordRelationChange } from './relations.ts'

export async function unrelateIssue(
  ctx: ProjectCtx,
  { params }: Pick<Input<typeof api.unrelateIssue>, 'params'>,
): Promise<void> {
  const pair = await lockIssuePair(ctx, params)
  const gone = await ctx.tx
    .deleteFrom('issue_relations')
    .where('a_id', '=', pair.ids.a_id)
    .where('b_id', '=', pair.ids.b_id)
    .returning('a_id')
    .executeTakeFirst()
  if (!gone) throw new Refusal('not_found')
  await recordRelationChange(ctx, pair, 'UNRELATED')
}
