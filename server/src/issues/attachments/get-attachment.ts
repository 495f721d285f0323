import type * as api from '@plumbline/contract/issues/attachments'
import type { BytesReply, Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { findIssue } from '../visible.ts'
import { buildAttachmentFolder, findAttachment } from './attachments.ts'
import { buildFileReply, buildPictureReply } from './replies.ts'

export async function getAttachment(
  ctx: ProjectCtx,
  { params, query }: Pick<Input<typeof api.getAttachment>, 'params' | 'query'>,
): Promise<BytesReply> {
  const issue = await findIssue(ctx, params.issueId)
  const file = await findAttachment(ctx, issue.id, params.attachmentId)
  const folder = buildAttachmentFolder(issue.project_id, file.blob_id)
  const isAuthor = file.created_by === ctx.member.user_id
  if (file.kind === 'FILE') {
    if (query.as && query.as !== 'original') throw new Refusal('not_found')
    return buildFileReply(ctx, `${folder}/original`, file)
  }
  const as = query.as ?? 'picture'
  if (as !== 'original') {
    const drawn = { ...file, folder, picture: `${folder}/picture`, thumbnail: `${folder}/thumbnail` }
    return buildPictureReply(ctx, drawn, as, { bare: isAuthor, v: query.v })
  }
  if (!isAuthor) throw new Refusal('forbidden')
  return buildFileReply(ctx, `${folder}/original`, file)
}
