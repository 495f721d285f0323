import {
  type Chat,
  type ChatFile,
  type ChatMessage,
  type MessageReaction,
  messageReactions,
  type QuotedMessage,
} from '@plumbline/contract/chat/chat'
import { sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { formatPreview } from '../issues/mentions.ts'
import { findChat, type selectChats, unreadCount, visibleChats } from './visible.ts'

export const CHAT_PAGE_SIZE = 50

/** The user's unread messages in all conversations that they have not muted. */
export async function countUnreadMessages(tx: Tx, userId: string): Promise<number> {
  const { count } = await visibleChats(tx, userId)
    .select(sql<number>`coalesce(sum(${unreadCount}), 0)::int`.as('count'))
    .where(sql<boolean>`me.is_muted is not true`)
    .executeTakeFirstOrThrow()
  return count
}

interface ReachedPositions {
  chat_id: string
  members: number
  /** positions that all members have received and read */
  delivered: number
  read: number
}

/**
 * Positions that all members of each conversation have reached. Authors are included: sending a message marks all before
 * it as read.
 */
async function readReachedPositions(tx: Tx, chatIds: string[]): Promise<Map<string, ReachedPositions>> {
  if (chatIds.length === 0) return new Map()
  const { rows } = await sql<ReachedPositions>`
    select c.id as chat_id, count(*)::int as members, min(coalesce(cm.delivered_position, 0)) as delivered,
      min(coalesce(cm.read_position, 0)) as read
    from chats c cross join lateral (
      select p.user_id from project_members p where p.project_id = c.project_id
      union all select o.user_id from chat_members o where o.chat_id = c.id and c.project_id is null) member
    left join chat_members cm on cm.chat_id = c.id and cm.user_id = member.user_id
    where c.id = any(${chatIds}::uuid[]) group by c.id`.execute(tx)
  return new Map(rows.map((row) => [row.chat_id, row]))
}

/** SQL: the reactions to a message, each with its people; a server of the version before leaves them at deleted ones. */
const reactionsOf = sql<ChatMessage['reactions']>`case when m.is_deleted then '[]'::json else
  (select coalesce(json_agg(r), '[]') from (
    select reaction, json_agg(user_id order by created_at, user_id) as user_ids
    from chat_reactions where message_id = m.id group by reaction) r) end`

interface QuotedRow {
  id: string
  position: number
  user_id: string | null
  message: string
  is_deleted: boolean
  file_name: string | null
}

/** SQL: the message that a message replies to, as it is now. */
const quotedBy = sql<QuotedRow | null>`case when not m.is_deleted then
  (select json_build_object('id', q.id, 'position', q.position, 'user_id', q.user_id, 'message', q.message,
    'is_deleted', q.is_deleted, 'file_name',
    (select f.name from chat_files f where f.message_id = q.id order by f.place limit 1))
  from chat_messages q where q.chat_id = m.chat_id and q.position = m.reply_position) end`

export const selectMessages = (tx: Tx) =>
  tx
    .selectFrom('chat_messages as m')
    .select(['m.id', 'm.chat_id', 'm.user_id', 'm.created_at', 'm.position', 'm.message', 'm.is_deleted'])
    .select(['m.edited_at', 'm.deleted_by_admin', reactionsOf.as('reactions'), quotedBy.as('quoted')])
type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number]

async function readFiles(tx: Tx, messageIds: string[]): Promise<Map<string | null, ChatFile[]>> {
  if (messageIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('chat_files')
    .selectAll()
    .where('message_id', 'in', messageIds)
    .orderBy('place')
    .execute()
  return Map.groupBy(rows, (row) => row.message_id)
}

function getStatus(row: MessageRow, reached: ReachedPositions | undefined): ChatMessage['status'] {
  if (row.is_deleted) return 'DELETED'
  if (!reached || reached.members < 2) return 'SENT'
  if (row.position <= reached.read) return 'READ'
  return row.position <= reached.delivered ? 'DELIVERED' : 'SENT'
}

/** The beginning of a message without markup, or the name of its first file. */
export const previewMessage = (message: string, fileName: string | null | undefined): string =>
  formatPreview(message) || (fileName ?? '')

function buildQuote(quoted: QuotedRow | null): QuotedMessage | null {
  if (!quoted) return null
  return { ...quoted, preview: previewMessage(quoted.message, quoted.file_name) }
}

const compareReactions = (a: { reaction: MessageReaction }, b: { reaction: MessageReaction }) =>
  messageReactions.indexOf(a.reaction) - messageReactions.indexOf(b.reaction)

/** Adds status, files, reactions and the quoted message to message rows. */
export async function buildMessages(tx: Tx, rows: MessageRow[]): Promise<ChatMessage[]> {
  const reached = await readReachedPositions(tx, [...new Set(rows.map((row) => row.chat_id))])
  const files = await readFiles(
    tx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    ...row,
    status: getStatus(row, reached.get(row.chat_id)),
    files: files.get(row.id) ?? [],
    reactions: row.reactions.toSorted(compareReactions),
    reply_to: buildQuote(row.quoted),
  }))
}

export async function readMessage(tx: Tx, id: string): Promise<ChatMessage> {
  const row = await selectMessages(tx).where('m.id', '=', id).executeTakeFirstOrThrow()
  const [message] = await buildMessages(tx, [row])
  return message as ChatMessage
}

async function readMembers(tx: Tx, chatIds: string[]) {
  const { rows } = await sql<Chat['members'][number] & { chat_id: string }>`
    select member.chat_id, u.id, u.first_name, u.last_name, u.picture_id from (
      select c.id as chat_id, p.user_id from chats c join project_members p on p.project_id = c.project_id
        where c.id = any(${chatIds}::uuid[])
      union all select o.chat_id, o.user_id from chat_members o join chats c on c.id = o.chat_id
        where c.project_id is null and c.id = any(${chatIds}::uuid[])
    ) member join users u on u.id = member.user_id order by u.first_name, u.last_name, u.id`.execute(tx)
  return Map.groupBy(rows, (row) => row.chat_id)
}

async function readLastMessages(tx: Tx, chatIds: string[]): Promise<Map<string, ChatMessage>> {
  const rows = await selectMessages(tx)
    .innerJoin('chats', (join) =>
      join.onRef('chats.id', '=', 'm.chat_id').onRef('chats.message_count', '=', 'm.position'),
    )
    .where('chats.id', 'in', chatIds)
    .execute()
  return new Map((await buildMessages(tx, rows)).map((message) => [message.chat_id, message]))
}

type ChatRow = Awaited<ReturnType<ReturnType<typeof selectChats>['execute']>>[number]

/** Adds members and the last message to conversation rows. */
export async function buildChats(tx: Tx, rows: ChatRow[]): Promise<Chat[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const members = await readMembers(tx, ids)
  const last = await readLastMessages(tx, ids)
  return rows.map((row) => ({
    ...row,
    members: members.get(row.id) ?? [],
    last_message: last.get(row.id) ?? null,
  }))
}

export async function readChat(ctx: UserCtx, chatId: string): Promise<Chat> {
  const [chat] = await buildChats(ctx.tx, [await findChat(ctx, chatId)])
  return chat as Chat
}
