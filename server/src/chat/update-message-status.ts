import type * as api from '@plumbline/contract/chat/chat'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { advanceReadPosition } from './read-positions.ts'
import { readMessage } from './reads.ts'
import { tellChat } from './tell-chat.ts'
import { listChatMembers, lockChat } from './visible.ts'

async function removeMessage({ tx }: UserCtx, id: string): Promise<void> {
  await tx
    .updateTable('chat_messages')
    .set({ is_deleted: true, message: '', words: '' })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('chat_files').where('message_id', '=', id).execute()
}

export async function updateMessageStatus(
  ctx: UserCtx,
  { params, body }: Input<typeof api.updateMessageStatus>,
) {
  const chat = await lockChat(ctx, params.id)
  const message = await ctx.tx
    .selectFrom('chat_messages')
    .select(['id', 'position', 'user_id', 'is_deleted'])
    .where('id', '=', params.messageId)
    .where('chat_id', '=', chat.id)
    .executeTakeFirst()
  if (!message) throw new Refusal('not_found')
  if (body.status !== 'DELETED') await advanceReadPosition(ctx, chat, message.position, body.status)
  else {
    if (message.user_id !== ctx.actor.user_id) throw new Refusal('forbidden')
    if (chat.read_only === 'ARCHIVED') throw new Refusal('archived')
    if (!message.is_deleted) {
      await removeMessage(ctx, message.id)
      const cause = { kind: 'MESSAGE_DELETED' as const, position: message.position }
      await tellChat(ctx.tell, chat, await listChatMembers(ctx.tx, chat), cause)
    }
  }
  return readMessage(ctx.tx, message.id)
}
