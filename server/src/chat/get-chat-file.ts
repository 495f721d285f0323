import type * as api from '@plumbline/contract/chat/chat'
import type { BytesReply, Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { buildFileReply, inertHeaders } from '../issues/attachments/replies.ts'
import { buildChatFileFolder } from './chat-file-folder.ts'
import { findChat } from './visible.ts'

/** Unsent files and original photos are available to their author only. */
export async function getChatFile(
  ctx: UserCtx,
  { params, query }: Input<typeof api.getChatFile>,
): Promise<BytesReply> {
  const chat = await findChat(ctx, params.id)
  const file = await ctx.tx
    .selectFrom('chat_files')
    .selectAll()
    .where('id', '=', params.fileId)
    .where('chat_id', '=', chat.id)
    .where((eb) => eb.or([eb('message_id', 'is not', null), eb('user_id', '=', ctx.actor.user_id)]))
    .executeTakeFirst()
  if (!file) throw new Refusal('not_found')
  const as = query.as ?? (file.kind === 'PHOTO' ? 'picture' : 'original')
  const isOwn = file.user_id === ctx.actor.user_id
  const folder = buildChatFileFolder(file)
  if (as === 'original') {
    if (file.kind === 'PHOTO' && !(isOwn && file.has_original)) throw new Refusal('not_found')
    return buildFileReply(ctx, `${folder}/original`, file)
  }
  if (file.kind === 'FILE') throw new Refusal('not_found')
  return {
    body: await ctx.blobs.read(`${folder}/${as}`),
    type: 'image/webp',
    // pictures never change; after their deletion a browser may keep them for an hour
    headers: { ...inertHeaders, 'cache-control': 'private, max-age=3600' },
  }
}
