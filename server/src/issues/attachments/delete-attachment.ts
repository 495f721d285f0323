import type * as api from '@plumbline/contract/issues/attachments'
import type { Input, ProjectCtx } from '../../context.ts'
import { demand } from '../may.ts'
import { partChanged } from '../part-changed.ts'
import { findIssue } from '../visible.ts'
import { findAttachment, folderOf, forget } from './attachments.ts'

export async function deleteAttachment(
  ctx: ProjectCtx,
  { params }: Input<typeof api.deleteAttachment>,
): Promise<void> {
  const issue = await findIssue(ctx, params.issueId, true)
  const row = await findAttachment(ctx, issue.id, params.attachmentId)
  demand(ctx.member, issue, { remove: row.created_by })
  await ctx.tx.deleteFrom('issue_attachments').where('id', '=', row.id).execute()
  ctx.onCommit(() => forget(ctx, folderOf(issue.project_id, row.blob_id)))
  const data = { attachment_id: row.id, subject: row.name }
  await partChanged(ctx, issue, { kind: 'DETACHED', data }, { attachments: -1 })
}
