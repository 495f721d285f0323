import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/chat/chat'
import type { ChatMessage } from '@plumbline/contract/chat/chat'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { parseMentions } from '../issues/mentions.ts'
import { advanceReadPosition } from './read-positions.ts'
import { previewMessage, readMessage } from './reads.ts'
import { buildSearchVector } from './search-words.ts'
import { checkMayWrite, type FoundChat, listChatMembers, lockChat } from './visible.ts'

type NewMessage = Input<typeof api.sendMessage>['body']

/** Idempotent retry: returns the message that the caller already sent with this id; refuses others' ids. */
async function findRepeatedMessage(
  { tx, actor }: UserCtx,
  chat: FoundChat,
  id: string,
): Promise<ChatMessage | null> {
  const row = await tx
    .selectFrom('chat_messages')
    .select(['chat_id', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  if (row.chat_id !== chat.id || row.user_id !== actor.user_id) throw new Refusal('already_exists')
  return readMessage(tx, id)
}

/** Attaches the caller's unsent files to a message, in this order. @throws Refusal not_found */
async function attachFiles({ tx, actor }: UserCtx, chatId: string, messageId: string, files: string[]) {
  if (files.length === 0) return
  const attached = await tx
    .updateTable('chat_files')
    .set({ message_id: messageId, place: sql`array_position(${files}::uuid[], id)` })
    .where('id', 'in', files)
    .where('chat_id', '=', chatId)
    .where('user_id', '=', actor.user_id)
    .where('message_id', 'is', null)
    .returning('id')
    .execute()
  if (attached.length < files.length) throw new Refusal('not_found')
}

/** The position of the message that is replied to, which may have been deleted since. @throws Refusal not_found */
async function findReplyPosition({ tx }: UserCtx, chat: FoundChat, messageId: string): Promise<number> {
  const row = await tx
    .selectFrom('chat_messages')
    .select('position')
    .where('id', '=', messageId)
    .where('chat_id', '=', chat.id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row.position
}

async function insertMessage(
  ctx: UserCtx,
  chat: FoundChat,
  id: string,
  { message, reply_to }: NewMessage,
): Promise<number> {
  const { tx, actor } = ctx
  const position = chat.messages + 1
  const row = await tx
    .insertInto('chat_messages')
    .values({
      id,
      chat_id: chat.id,
      position,
      user_id: actor.user_id,
      message,
      reply_position: reply_to ? await findReplyPosition(ctx, chat, reply_to) : null,
      words: buildSearchVector(message),
      // keeps created_at in the order of positions even if the clock is set back
      created_at: sql`greatest(clock_timestamp(), (select last_at from chats where id = ${chat.id}))`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('created_at')
    .executeTakeFirst()
  if (!row) throw new Refusal('already_exists')
  await tx
    .updateTable('chats')
    .set({ message_count: position, last_at: row.created_at })
    .where('id', '=', chat.id)
    .execute()
  return position
}

async function listMuted({ tx }: UserCtx, chat: FoundChat): Promise<string[]> {
  const rows = await tx
    .selectFrom('chat_members')
    .select('user_id')
    .where('chat_id', '=', chat.id)
    .where('is_muted', '=', true)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Whoever is mentioned or answered is notified even if they have not read the message before. */
async function tellMessage(ctx: UserCtx, chat: FoundChat, sent: ChatMessage) {
  const { id, message, position, files } = sent
  const members = await listChatMembers(ctx.tx, chat)
  const addressed = new Set([...parseMentions(message), sent.reply_to?.user_id])
  await ctx.tell('chat.message', {
    project_id: chat.project_id,
    data: { chat_id: chat.id, message_id: id },
    audience: { users: members },
    cause: {
      kind: 'SENT',
      by: ctx.actor.user_id,
      position,
      preview: previewMessage(message, files[0]?.name),
      mentioned: members.filter((user) => addressed.has(user)),
      muted: await listMuted(ctx, chat),
    },
  })
}

/** Sends a message; the locked conversation serializes positions. */
export async function sendMessage(
  ctx: UserCtx,
  { params, body }: { params: { id: string }; body: NewMessage },
) {
  const chat = await lockChat(ctx, params.id)
  const sent = body.id ? await findRepeatedMessage(ctx, chat, body.id) : null
  if (sent) return sent
  checkMayWrite(chat)
  const id = body.id ?? randomUUIDv7()
  const position = await insertMessage(ctx, chat, id, body)
  await attachFiles(ctx, chat.id, id, [...new Set(body.file_ids ?? [])])
  await advanceReadPosition(ctx, chat, position, 'READ')
  const message = await readMessage(ctx.tx, id)
  await tellMessage(ctx, chat, message)
  return message
}
