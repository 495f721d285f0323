import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/chat/chat'
import type { ChatMessage } from '@plumbline/contract/chat/chat'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { prepareHeldQuery } from '../db/prepared-query.ts'
import { Refusal } from '../http/refusal.ts'
import { parseMentions } from '../issues/mentions.ts'
import { listKeptIds } from '../users/merged-people.ts'
import { tellReadPosition } from './read-positions.ts'
import { previewMessage, readMessage } from './reads.ts'
import { lockRoom, type Room } from './room.ts'
import { splitMessageWords } from './search-words.ts'
import { checkMayWrite } from './visible.ts'

type NewMessage = Input<typeof api.sendMessage>['body']

/** Idempotent retry: returns the message that the caller already sent with this id; refuses others' ids. */
async function findRepeatedMessage(
  { tx, actor }: UserCtx,
  { id: chatId, repeated }: Room,
  id: string,
): Promise<ChatMessage | null> {
  if (!repeated) return null
  if (repeated.chat_id !== chatId || repeated.user_id !== actor.user_id) throw new Refusal('already_exists')
  return readMessage(tx, id)
}

/** Attaches the caller's unsent files to a message, in this order. @throws Refusal not_found */
async function attachFiles(
  { tx, actor }: Pick<UserCtx, 'tx' | 'actor'>,
  chatId: string,
  messageId: string,
  files: string[],
) {
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

interface MessageValues {
  id: string
  created_at: string
  chat_id: string
  position: number
  user_id: string
  message: string
  reply_position: number | null
  words: string[]
}

/** Inserts a message, counts it in its conversation and marks all up to it as read by its author. */
const writeMessage = prepareHeldQuery<MessageValues, object>((db, parameter) =>
  db
    .with('written', (query) =>
      query.insertInto('chat_messages').values({
        id: parameter('id'),
        chat_id: parameter('chat_id'),
        position: parameter('position'),
        user_id: parameter('user_id'),
        message: parameter('message'),
        reply_position: parameter('reply_position'),
        words: sql`array_to_tsvector(${parameter('words')}::text[])`,
        created_at: parameter('created_at'),
      }),
    )
    .with('reached', (query) => {
      const positions = { delivered_position: parameter('position'), read_position: parameter('position') }
      return query
        .insertInto('chat_members')
        .values({ chat_id: parameter('chat_id'), user_id: parameter('user_id'), ...positions })
        .onConflict((conflict) => conflict.columns(['chat_id', 'user_id']).doUpdateSet(positions))
    })
    .updateTable('chats')
    .set({ message_count: parameter('position'), last_at: parameter('created_at') })
    .where('id', '=', parameter('chat_id')),
)

async function insertMessage(
  { tx, actor }: UserCtx,
  chat: Room,
  id: string,
  { message, reply_to, file_ids }: NewMessage,
): Promise<ChatMessage> {
  const { reply_position, next_at: created_at } = chat
  if (reply_to && reply_position === null) throw new Refusal('not_found')
  const position = chat.messages + 1
  const row = { id, chat_id: chat.id, position, user_id: actor.user_id, message, created_at }
  // sent with the next statement, which may be the last one: an id taken in the meantime fails the transaction
  void writeMessage(tx, { ...row, reply_position, words: splitMessageWords(message) })
  const files = [...new Set(file_ids ?? [])]
  await attachFiles({ tx, actor }, chat.id, id, files)
  if (reply_to || files.length > 0) return readMessage(tx, id)
  return { ...row, ...partsOfNewMessage }
}

/** The fields of a message just after sending, apart from its text: nobody else has received it. */
const partsOfNewMessage = {
  status: 'SENT',
  files: [],
  edited_at: null,
  reply_to: null,
  reactions: [],
  deleted_by_admin: false,
  is_pinned: false,
} as const satisfies Partial<ChatMessage>

/** Whoever is mentioned or answered is notified even if they have not read the message before. */
async function tellMessage(ctx: UserCtx, chat: Room, sent: ChatMessage) {
  const { id, message, position, files } = sent
  const { member_ids: members, muted_by: muted } = chat
  const addressed = new Set([...(await listKeptIds(ctx.tx, parseMentions(message))), sent.reply_to?.user_id])
  const event = {
    project_id: chat.project_id,
    data: { chat_id: chat.id, message_id: id },
    audience: { users: members },
    cause: {
      kind: 'SENT' as const,
      by: ctx.actor.user_id,
      position,
      preview: previewMessage(message, files[0]?.name),
      mentioned: members.filter((user) => addressed.has(user)),
      muted,
    },
  }
  await ctx.tell('chat.message', event, chat.foreseen)
}

/** Sends a message; the locked conversation serializes positions. */
export async function sendMessage(
  ctx: UserCtx,
  { params, body }: { params: { id: string }; body: NewMessage },
) {
  const id = body.id ?? randomUUIDv7()
  const chat = await lockRoom(ctx, params.id, id, body.reply_to ?? null)
  const sent = await findRepeatedMessage(ctx, chat, id)
  if (sent) return sent
  checkMayWrite(chat)
  const message = await insertMessage(ctx, chat, id, body)
  const { position } = message
  await tellReadPosition(ctx, chat, chat.positions, { delivered: position, read: position })
  await tellMessage(ctx, chat, message)
  return message
}
