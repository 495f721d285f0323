import type * as api from '@plumbline/contract/issues/issues'
import type { Input, ProjectCtx } from '../context.ts'
import { removeBlob } from './attachments/remove-blob.ts'
import { checkIssueAction } from './check-issue-action.ts'
import { recordAndTellPartChange } from './part-changes.ts'
import { findIssueViewpoint } from './viewpoints.ts'
import { findIssue } from './visible.ts'

export async function deleteViewpoint(
  ctx: ProjectCtx,
  { params }: Pick<Input<typeof api.deleteViewpoint>, 'params'>,
): Promise<void> {
  const issue = await findIssue(ctx, params.issueId, true)
  const view = await findIssueViewpoint(ctx, issue.id, params.viewpointId)
  checkIssueAction(ctx.member, issue, { remove: view.created_by })
  await ctx.tx.deleteFrom('issue_viewpoints').where('id', '=', view.id).execute()
  ctx.onCommit(() => {
    for (const key of [`${view.id}.png`, view.id]) removeBlob(ctx, `snapshots/${issue.project_id}/${key}`)
  })
  await recordAndTellPartChange(ctx, issue, { kind: 'VIEW_REMOVED', data: { viewpoint_id: view.id } })
}
