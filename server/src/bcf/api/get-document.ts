import type { BytesReply, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { buildAttachmentFolder } from '../../issues/attachments/attachments.ts'
import { getAttachment } from '../../issues/attachments/get-attachment.ts'
import { buildFileReply } from '../../issues/attachments/replies.ts'
import { findUnattachedDocument, selectVisibleAttachments } from './documents.ts'

export async function getDocument(
  ctx: ProjectCtx,
  { params }: { params: { documentGuid: string } },
): Promise<BytesReply> {
  const attached = await selectVisibleAttachments(ctx)
    .where('a.id', '=', params.documentGuid)
    .executeTakeFirst()
  if (attached) {
    const { id: attachmentId, issue_id: issueId } = attached
    return getAttachment(ctx, { params: { id: ctx.member.project_id, issueId, attachmentId }, query: {} })
  }
  const sent = await findUnattachedDocument(ctx, params.documentGuid)
  if (!sent) throw new Refusal('not_found')
  return buildFileReply(ctx, `${buildAttachmentFolder(sent.project_id, sent.blob_id)}/original`, sent)
}
