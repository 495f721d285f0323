import type { BytesReply, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { buildAttachmentFolder } from '../../issues/attachments/attachments.ts'
import { buildFileReply } from '../../issues/attachments/replies.ts'
import { readKept } from '../kept.ts'
import { findTopic } from './find.ts'
import { blobOf, type Ref } from './snippet.ts'

export async function getSnippet(ctx: ProjectCtx, { params }: Ref): Promise<BytesReply> {
  const { id } = await findTopic(ctx, params.topicGuid)
  const blob = await blobOf(ctx, id)
  const { bim_snippet } = await readKept(ctx.tx, id)
  if (!blob || !bim_snippet) throw new Refusal('not_found')
  const type = 'application/octet-stream'
  return buildFileReply(ctx, `${buildAttachmentFolder(ctx.member.project_id, blob)}/original`, {
    name: bim_snippet.reference,
    type,
  })
}
