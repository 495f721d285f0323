import { reason } from '@plumbline/contract/reasons'
import type { UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { checkMayWrite, type FoundChat, lockChat } from './visible.ts'

/** @throws Refusal not_found for messages of other conversations */
export async function findMessage({ tx }: UserCtx, chat: FoundChat, messageId: string) {
  const message = await tx
    .selectFrom('chat_messages')
    .select(['id', 'position', 'user_id', 'message', 'is_deleted'])
    .where('id', '=', messageId)
    .where('chat_id', '=', chat.id)
    .executeTakeFirst()
  if (!message) throw new Refusal('not_found')
  return message
}

/** Locks the conversation and finds a message to change. @throws Refusal without the right to write, and for deleted ones */
export async function lockMessage(ctx: UserCtx, params: { id: string; messageId: string }) {
  const chat = await lockChat(ctx, params.id)
  const message = await findMessage(ctx, chat, params.messageId)
  checkMayWrite(chat)
  if (message.is_deleted) throw new Refusal('conflict', reason('message_deleted'))
  return { chat, message }
}
