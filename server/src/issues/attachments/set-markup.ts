import type * as api from '@plumbline/contract/issues/attachments'
import type { Attachment } from '@plumbline/contract/issues/attachments'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { checkIssueAction } from '../check-issue-action.ts'
import { buildMarkupColumns, checkDrawingsFit } from '../markup.ts'
import { recordAndTellPartChange } from '../part-changes.ts'
import { findIssue } from '../visible.ts'
import { buildAttachmentFolder, findAttachment, presentAttachment } from './attachments.ts'
import { removeBlob } from './remove-blob.ts'

export async function setMarkup(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.setMarkup>,
): Promise<Attachment> {
  const issue = await findIssue(ctx, params.issueId, true)
  const before = await findAttachment(ctx, issue.id, params.attachmentId)
  checkIssueAction(ctx.member, issue, { draw_on: before.created_by })
  if (before.kind !== 'PHOTO') throw new Refusal('wrong_state', reason('not_a_photo'))
  await checkDrawingsFit(ctx, issue.id, before, body)
  const row = await ctx.tx
    .updateTable('issue_attachments')
    .set(buildMarkupColumns(ctx.member, before, body))
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  ctx.onCommit(() =>
    removeBlob(ctx, `${buildAttachmentFolder(issue.project_id, row.blob_id)}/${before.version}`),
  )
  await recordAndTellPartChange(ctx, issue, {
    kind: 'MARKED_UP',
    data: { attachment_id: row.id, subject: row.name },
  })
  return presentAttachment(ctx, row)
}
