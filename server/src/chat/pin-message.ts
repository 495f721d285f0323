import type * as api from '@plumbline/contract/chat/chat'
import { maxPinnedMessages } from '@plumbline/contract/chat/chat'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { lockMessage } from './find-message.ts'
import { readMessage } from './reads.ts'
import { tellChat } from './tell-chat.ts'
import { listChatMembers } from './visible.ts'

async function insertPin({ tx, now }: UserCtx, chat_id: string, message_id: string): Promise<boolean> {
  const inserted = await tx
    .insertInto('chat_pins')
    .values({ message_id, chat_id, pinned_at: now().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('message_id')
    .execute()
  if (inserted.length === 0) return false
  const { count } = await tx
    .selectFrom('chat_pins')
    .where('chat_id', '=', chat_id)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count > maxPinnedMessages)
    throw new Refusal('conflict', reason('too_many_pinned_messages', { count: maxPinnedMessages }))
  return true
}

async function deletePin({ tx }: UserCtx, messageId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('chat_pins')
    .where('message_id', '=', messageId)
    .returning('message_id')
    .execute()
  return deleted.length > 0
}

/** Pins or unpins a message; others get an event only if that changes anything. */
export async function pinMessage(ctx: UserCtx, { params, body }: Input<typeof api.pinMessage>) {
  const { chat, message } = await lockMessage(ctx, params)
  const isChanged = body.is_pinned
    ? await insertPin(ctx, chat.id, message.id)
    : await deletePin(ctx, message.id)
  if (isChanged) await tellChat(ctx.tell, chat, await listChatMembers(ctx.tx, chat))
  return readMessage(ctx.tx, message.id)
}
