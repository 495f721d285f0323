import type * as api from '@plumbline/contract/chat/chat'
import type { Chat, ChatFile, ChatMessage } from '@plumbline/contract/chat/chat'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { chatRows, findChat, unread, visibleChats } from './visible.ts'
import { searchedWords } from './words.ts'

/** conversations of one person in a list: those in which something was said last */
const MOST_CHATS = 500
const PAGE = 50

/** Messages that the user has not read, in all conversations. */
export async function unreadMessages(tx: Tx, userId: string): Promise<number> {
  const { count } = await visibleChats(tx, userId)
    .select(sql<number>`coalesce(sum(${unread}), 0)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

interface Reached {
  chat_id: string
  members: number
  /** up to where everybody has it, and has read it */
  delivered: number
  read: number
}

/**
 * How far all members of conversations have come. Who writes has read what is before it, so the author of a message
 * need not be left out.
 */
async function reachedIn(tx: Tx, chatIds: string[]): Promise<Map<string, Reached>> {
  if (chatIds.length === 0) return new Map()
  const { rows } = await sql<Reached>`
    select c.id as chat_id, count(*)::int as members, min(coalesce(cm.delivered_position, 0)) as delivered,
      min(coalesce(cm.read_position, 0)) as read
    from chats c cross join lateral (
      select p.user_id from project_members p where p.project_id = c.project_id
      union all select o.user_id from chat_members o where o.chat_id = c.id and c.project_id is null) member
    left join chat_members cm on cm.chat_id = c.id and cm.user_id = member.user_id
    where c.id = any(${chatIds}::uuid[]) group by c.id`.execute(tx)
  return new Map(rows.map((row) => [row.chat_id, row]))
}

const messageRows = (tx: Tx) =>
  tx
    .selectFrom('chat_messages as m')
    .select(['m.id', 'm.chat_id', 'm.user_id', 'm.created_at', 'm.position', 'm.message', 'm.is_deleted'])
type MessageRow = Awaited<ReturnType<ReturnType<typeof messageRows>['execute']>>[number]

async function filesOf(tx: Tx, messageIds: string[]): Promise<Map<string | null, ChatFile[]>> {
  if (messageIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('chat_files')
    .selectAll()
    .where('message_id', 'in', messageIds)
    .orderBy('place')
    .execute()
  return Map.groupBy(rows, (row) => row.message_id)
}

function statusOf(row: MessageRow, reached: Reached | undefined): ChatMessage['status'] {
  if (row.is_deleted) return 'DELETED'
  if (!reached || reached.members < 2) return 'SENT'
  if (row.position <= reached.read) return 'READ'
  return row.position <= reached.delivered ? 'DELIVERED' : 'SENT'
}

/** Messages in the contract's shape. */
async function complete(tx: Tx, rows: MessageRow[]): Promise<ChatMessage[]> {
  const reached = await reachedIn(tx, [...new Set(rows.map((row) => row.chat_id))])
  const files = await filesOf(
    tx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    ...row,
    status: statusOf(row, reached.get(row.chat_id)),
    files: files.get(row.id) ?? [],
  }))
}

export async function readMessage(tx: Tx, id: string): Promise<ChatMessage> {
  const row = await messageRows(tx).where('m.id', '=', id).executeTakeFirstOrThrow()
  const [message] = await complete(tx, [row])
  return message as ChatMessage
}

async function membersOf(tx: Tx, chatIds: string[]) {
  const { rows } = await sql<Chat['members'][number] & { chat_id: string }>`
    select member.chat_id, u.id, u.first_name, u.last_name, u.picture_id from (
      select c.id as chat_id, p.user_id from chats c join project_members p on p.project_id = c.project_id
        where c.id = any(${chatIds}::uuid[])
      union all select o.chat_id, o.user_id from chat_members o join chats c on c.id = o.chat_id
        where c.project_id is null and c.id = any(${chatIds}::uuid[])
    ) member join users u on u.id = member.user_id order by u.first_name, u.last_name, u.id`.execute(tx)
  return Map.groupBy(rows, (row) => row.chat_id)
}

async function lastMessages(tx: Tx, chatIds: string[]): Promise<Map<string, ChatMessage>> {
  const rows = await messageRows(tx)
    .innerJoin('chats', (join) =>
      join.onRef('chats.id', '=', 'm.chat_id').onRef('chats.message_count', '=', 'm.position'),
    )
    .where('chats.id', 'in', chatIds)
    .execute()
  return new Map((await complete(tx, rows)).map((message) => [message.chat_id, message]))
}

type ChatRow = Awaited<ReturnType<ReturnType<typeof chatRows>['execute']>>[number]

async function withPeople(tx: Tx, rows: ChatRow[]): Promise<Chat[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const members = await membersOf(tx, ids)
  const last = await lastMessages(tx, ids)
  return rows.map((row) => ({
    ...row,
    members: members.get(row.id) ?? [],
    last_message: last.get(row.id) ?? null,
  }))
}

export async function myChats({ tx, actor }: UserCtx): Promise<Chat[]> {
  const rows = await chatRows(tx, actor.user_id)
    // what somebody else has only opened is nothing to see yet
    .where((eb) =>
      eb.or([
        eb('chats.kind', '<>', 'DIRECT'),
        eb('chats.message_count', '>', 0),
        eb(eb.fn.coalesce('chats.created_by', sql<string>`${actor.user_id}::uuid`), '=', actor.user_id),
      ]),
    )
    .orderBy('chats.last_at', 'desc')
    .orderBy('chats.id')
    .limit(MOST_CHATS)
    .execute()
  return withPeople(tx, rows)
}

export async function oneChat(ctx: UserCtx, chatId: string): Promise<Chat> {
  const [chat] = await withPeople(ctx.tx, [await findChat(ctx, chatId)])
  return chat as Chat
}

/** A page by position: from `offset` on, or the newest. */
export async function chatPage(ctx: UserCtx, { params, query }: Input<typeof api.listMessages>) {
  const chat = await findChat(ctx, params.id)
  const limit = query.limit ?? PAGE
  const offset = query.offset ?? Math.max(0, chat.messages - limit)
  const rows = await messageRows(ctx.tx)
    .where('m.chat_id', '=', chat.id)
    .where('m.position', '>', offset)
    .where('m.position', '<=', offset + limit)
    .orderBy('m.position')
    .execute()
  return complete(ctx.tx, rows)
}

/** Newest first; the next page begins after the last message had, whatever was said since. */
export async function foundMessages(ctx: UserCtx, { query }: Input<typeof api.searchMessages>) {
  const words = searchedWords(query.q)
  if (!words) return { items: [], has_more: false }
  const visible = visibleChats(ctx.tx, ctx.actor.user_id)
    .select('chats.id')
    .$if(query.chat_id !== undefined, (chats) => chats.where('chats.id', '=', query.chat_id ?? ''))
  const { after } = query
  const rows = await messageRows(ctx.tx)
    .where('m.chat_id', 'in', visible)
    .where(sql<boolean>`m.words @@ ${words}`)
    .$if(after !== undefined, (found) =>
      found.where(
        sql<boolean>`(m.created_at, m.id) < (select l.created_at, l.id from chat_messages l where l.id = ${after})`,
      ),
    )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  return { items: await complete(ctx.tx, rows.slice(0, PAGE)), has_more: rows.length > PAGE }
}
