import type * as api from '@plumbline/contract/issues/issues'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { getAnchorName } from './anchors.ts'
import { checkIssueAction } from './check-issue-action.ts'
import { recordAndTellPartChange } from './part-changes.ts'
import { findIssue } from './visible.ts'

export async function deleteAnchor(
  ctx: ProjectCtx,
  { params }: Input<typeof api.deleteAnchor>,
): Promise<void> {
  const issue = await findIssue(ctx, params.issueId, true)
  checkIssueAction(ctx.member, issue, 'EDIT')
  const anchor = await ctx.tx
    .deleteFrom('issue_anchors')
    .where('id', '=', params.anchorId)
    .where('issue_id', '=', issue.id)
    .returningAll()
    .executeTakeFirst()
  if (!anchor) throw new Refusal('not_found')
  const data = { anchor_id: anchor.id, subject: getAnchorName(anchor) }
  await recordAndTellPartChange(ctx, issue, { kind: 'UNPLACED', data })
}
