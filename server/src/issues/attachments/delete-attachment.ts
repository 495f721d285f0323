import type * as api from '@plumbline/contract/issues/attachments'
import type { Input, ProjectCtx } from '../../context.ts'
import { checkIssueAction } from '../check-issue-action.ts'
import { recordAndTellPartChange } from '../part-changes.ts'
import { findIssue } from '../visible.ts'
import { buildAttachmentFolder, findAttachment } from './attachments.ts'
import { removeBlob } from './remove-blob.ts'

export async function deleteAttachment(
  ctx: ProjectCtx,
  { params }: Input<typeof api.deleteAttachment>,
): Promise<void> {
  const issue = await findIssue(ctx, params.issueId, true)
  const row = await findAttachment(ctx, issue.id, params.attachmentId)
  checkIssueAction(ctx.member, issue, { remove: row.created_by })
  await ctx.tx.deleteFrom('issue_attachments').where('id', '=', row.id).execute()
  ctx.onCommit(() => removeBlob(ctx, buildAttachmentFolder(issue.project_id, row.blob_id)))
  const data = { attachment_id: row.id, subject: row.name }
  await recordAndTellPartChange(ctx, issue, { kind: 'DETACHED', data }, { attachments: -1 })
}
