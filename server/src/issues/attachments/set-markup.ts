import type * as api from '@plumbline/contract/issues/attachments'
import type { Attachment } from '@plumbline/contract/issues/attachments'
import type { Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { drawn } from '../markup.ts'
import { demand } from '../may.ts'
import { partChanged } from '../part-changed.ts'
import { findIssue } from '../visible.ts'
import { findAttachment, folderOf, forget, shown } from './attachments.ts'

export async function setMarkup(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.setMarkup>,
): Promise<Attachment> {
  const issue = await findIssue(ctx, params.issueId, true)
  const before = await findAttachment(ctx, issue.id, params.attachmentId)
  demand(ctx.member, issue, { draw_on: before.created_by })
  if (before.kind !== 'PHOTO') throw new Refusal('wrong_state', { message: 'Only photos can be drawn on' })
  const row = await ctx.tx
    .updateTable('issue_attachments')
    .set(drawn(ctx.member, before, body))
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  ctx.onCommit(() => forget(ctx, `${folderOf(issue.project_id, row.blob_id)}/${before.version}`))
  await partChanged(ctx, issue, { kind: 'MARKED_UP', data: { attachment_id: row.id, subject: row.name } })
  return shown(ctx, row)
}
