import type * as api from '@plumbline/contract/issues/issues'
import type { IssueViewpoint } from '@plumbline/contract/issues/issues'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { removeBlob } from './attachments/remove-blob.ts'
import { checkIssueAction } from './check-issue-action.ts'
import { buildMarkupColumns, checkDrawingsFit } from './markup.ts'
import { recordAndTellPartChange } from './part-changes.ts'
import { findIssueViewpoint, readIssueViewpoint } from './viewpoints.ts'
import { findIssue } from './visible.ts'

export async function setViewpointMarkup(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.setViewpointMarkup>,
): Promise<IssueViewpoint> {
  const issue = await findIssue(ctx, params.issueId, true)
  const view = await findIssueViewpoint(ctx, issue.id, params.viewpointId)
  checkIssueAction(ctx.member, issue, { draw_on: view.created_by })
  if (!view.snapshot_key) throw new Refusal('wrong_state', reason('view_without_picture'))
  await checkDrawingsFit(ctx, issue.id, view, body)
  const columns = buildMarkupColumns(ctx.member, view, body)
  await ctx.tx.updateTable('issue_viewpoints').set(columns).where('id', '=', view.id).execute()
  ctx.onCommit(() => removeBlob(ctx, `snapshots/${issue.project_id}/${view.id}/${view.version}`))
  await recordAndTellPartChange(ctx, issue, { kind: 'MARKED_UP', data: { viewpoint_id: view.id } })
  return readIssueViewpoint(ctx, issue.id, view.id)
}
