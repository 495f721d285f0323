import type { Anchor } from '@plumbline/contract/issues/anchors'
import type * as api from '@plumbline/contract/issues/issues'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { getAnchorName, insertAnchor } from './anchors.ts'
import { checkIssueAction } from './check-issue-action.ts'
import { recordAndTellPartChange } from './part-changes.ts'
import { findIssue } from './visible.ts'

const MAX_ANCHORS = 50

export async function addAnchor(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.addAnchor>,
): Promise<Anchor> {
  const issue = await findIssue(ctx, params.issueId, true)
  checkIssueAction(ctx.member, issue, 'EDIT')
  const { count, last } = await ctx.tx
    .selectFrom('issue_anchors')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('order').as('last')])
    .where('issue_id', '=', issue.id)
    .executeTakeFirstOrThrow()
  if (count >= MAX_ANCHORS) throw new Refusal('conflict', reason('too_many_places', { count: MAX_ANCHORS }))
  const anchor = await insertAnchor(ctx, issue.id, body, (last ?? -1) + 1)
  const data = { anchor_id: anchor.id, subject: getAnchorName(anchor) }
  await recordAndTellPartChange(ctx, issue, { kind: 'PLACED', data })
  return anchor
}
