import type * as api from '@plumbline/contract/chat/chat'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { findProjectMember } from '../projects/project-roles.ts'
import { findMessage } from './find-message.ts'
import { advanceReadPosition } from './read-positions.ts'
import { readMessage } from './reads.ts'
import { tellChat } from './tell-chat.ts'
import { type FoundChat, listChatMembers, lockChat } from './visible.ts'

/** Authors can delete their messages; project administrators also those of others in the project's conversation. */
async function checkMayDelete(ctx: UserCtx, chat: FoundChat, isOwn: boolean): Promise<void> {
  const { user_id } = ctx.actor
  const member = isOwn || !chat.project_id ? null : await findProjectMember(ctx.tx, user_id, chat.project_id)
  if (!isOwn && member?.permission_level !== 'ADMIN') throw new Refusal('forbidden')
  if (chat.read_only === 'ARCHIVED') throw new Refusal('archived')
}

/** The row keeps its place in the conversation. */
async function removeMessage({ tx }: UserCtx, id: string, isOwn: boolean): Promise<void> {
  await tx
    .updateTable('chat_messages')
    .set({ is_deleted: true, message: '', words: '', edited_at: null, deleted_by_admin: !isOwn })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('chat_files').where('message_id', '=', id).execute()
  await tx.deleteFrom('chat_reactions').where('message_id', '=', id).execute()
  await tx.deleteFrom('chat_pins').where('message_id', '=', id).execute()
}

export async function updateMessageStatus(
  ctx: UserCtx,
  { params, body }: Input<typeof api.updateMessageStatus>,
) {
  const chat = await lockChat(ctx, params.id)
  const message = await findMessage(ctx, chat, params.messageId)
  if (body.status !== 'DELETED') await advanceReadPosition(ctx, chat, message.position, body.status)
  else {
    const isOwn = message.user_id === ctx.actor.user_id
    await checkMayDelete(ctx, chat, isOwn)
    if (!message.is_deleted) {
      await removeMessage(ctx, message.id, isOwn)
      const cause = { kind: 'MESSAGE_DELETED' as const, position: message.position }
      await tellChat(ctx.tell, chat, await listChatMembers(ctx.tx, chat), cause)
    }
  }
  return readMessage(ctx.tx, message.id)
}
