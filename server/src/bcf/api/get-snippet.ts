import type { BytesReply, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { buildAttachmentFolder } from '../../issues/attachments/attachments.ts'
import { buildFileReply } from '../../issues/attachments/replies.ts'
import { getPreservedFields } from '../preserved-fields.ts'
import { findSnippetBlob } from './snippet.ts'
import { getTopicRow, type TopicInput } from './topic-rows.ts'

export async function getSnippet(ctx: ProjectCtx, { params }: TopicInput): Promise<BytesReply> {
  const { id } = await getTopicRow(ctx, params.topicGuid)
  const blob = await findSnippetBlob(ctx, id)
  const { bim_snippet } = await getPreservedFields(ctx.tx, id)
  if (!blob || !bim_snippet) throw new Refusal('not_found')
  const type = 'application/octet-stream'
  return buildFileReply(ctx, `${buildAttachmentFolder(ctx.member.project_id, blob)}/original`, {
    name: bim_snippet.reference,
    type,
  })
}
