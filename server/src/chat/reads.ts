import {
  type Chat,
  type ChatFile,
  type ChatMessage,
  type MessageReaction,
  messageReactions,
  type QuotedMessage,
} from '@plumbline/contract/chat/chat'
import { type RawBuilder, sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import { type Db, parseTimestamp, type Tx } from '../db/database.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { Refusal } from '../http/refusal.ts'
import { formatPreview } from '../issues/mentions.ts'
import {
  type ChatRow,
  type ChatValues,
  selectVisibleChat,
  type UserId,
  unreadCount,
  visibleChats,
} from './visible.ts'

export const CHAT_PAGE_SIZE = 50

/** more members than any project has */
const MAX_MEMBERS = 1_000_000

/** SQL: the user's unread messages in all conversations that they have not muted. */
export const selectUnreadMessages = (tx: Tx, userId: UserId) =>
  visibleChats(tx, userId)
    .select(sql<number>`coalesce(sum(${unreadCount}), 0)::int`.as('unread'))
    .where(sql<boolean>`me.is_muted is not true`)

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
const selectReachedPositions = (chatIds: RawBuilder<unknown>) => sql<ReachedPositions>`
    select c.id as chat_id, count(*)::int as members, min(coalesce(cm.delivered_position, 0)) as delivered,
      min(coalesce(cm.read_position, 0)) as read
    from chats c cross join lateral (
      select p.user_id from project_members p where p.project_id = c.project_id
      union all select o.user_id from chat_members o where o.chat_id = c.id and c.project_id is null) member
    left join chat_members cm on cm.chat_id = c.id and cm.user_id = member.user_id
    where c.id = any(${chatIds}) group by c.id`

const readReachedPositions = prepareQuery<{ chat_ids: string[] }, ReachedPositions>((_db, parameter) =>
  selectReachedPositions(sql`${parameter('chat_ids')}::uuid[]`),
)

/**
 * SQL: the reactions to a message, each with its people; a server of the previous version does not remove them from deleted
 * messages.
 */
const reactionsOf = sql<ChatMessage['reactions']>`case when m.is_deleted then '[]'::json else
  (select coalesce(json_agg(r), '[]') from (
    select reaction, json_agg(user_id order by created_at, user_id) as user_ids
    from chat_reactions where message_id = m.id group by reaction) r) end`

/** SQL: the files of a message in their order, as JSON. */
const filesOf = sql<
  ChatFile[]
>`(select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type,
    'size', f.size, 'kind', f.kind, 'width', f.width, 'height', f.height) order by f.place), '[]')
  from chat_files f where f.message_id = m.id)`

/** SQL: a server of the previous version does not unpin messages that it deletes. */
const isPinned = sql<boolean>`(not m.is_deleted and exists (select from chat_pins p where p.message_id = m.id))`

interface QuotedRow {
  id: string
  position: number
  user_id: string | null
  message: string
  is_deleted: boolean
  file_name: string | null
}

/** SQL: the message that a reply refers to, in its current form. */
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
    .select([filesOf.as('files'), isPinned.as('is_pinned')])
export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number]

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
  if (rows.length === 0) return []
  const chat_ids = [...new Set(rows.map((row) => row.chat_id))]
  const reached = new Map((await readReachedPositions(tx, { chat_ids })).map((row) => [row.chat_id, row]))
  return rows.map((row) => buildMessage(row, reached.get(row.chat_id)))
}

const buildMessage = (row: MessageRow, reached: ReachedPositions | undefined): ChatMessage => ({
  ...row,
  status: getStatus(row, reached),
  reactions: row.reactions.toSorted(compareReactions),
  reply_to: buildQuote(row.quoted),
})

export async function readMessage(tx: Tx, id: string): Promise<ChatMessage> {
  const row = await selectMessages(tx).where('m.id', '=', id).executeTakeFirstOrThrow()
  const [message] = await buildMessages(tx, [row])
  return message as ChatMessage
}

const listJson = (rows: RawBuilder<unknown>) => sql`select coalesce(json_agg(r), '[]') from (${rows}) r`

/** SQL: the members of conversations, selected by id; for abridged ones only the author of the last message. */
const selectMembers = (chatIds: RawBuilder<unknown>) => sql`
  select coalesce(json_object_agg(g.chat_id, g.people), '{}') from (
    select member.chat_id, json_agg(json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
      'picture_id', u.picture_id) order by u.first_name, u.last_name, u.id) as people
    from (
      select c.id as chat_id, p.user_id from chats c join project_members p on p.project_id = c.project_id
        where c.id = any(${chatIds}) and (c.id not in (select id from abridged) or p.user_id =
          (select l.user_id from chat_messages l where l.chat_id = c.id and l.position = c.message_count))
      union all select o.chat_id, o.user_id from chat_members o join chats c on c.id = o.chat_id
        where c.project_id is null and c.id = any(${chatIds})
    ) member join users u on u.id = member.user_id group by member.chat_id) g`

const selectLastMessages = (db: Db, chatIds: RawBuilder<unknown>) =>
  selectMessages(db)
    .innerJoin('chats', (join) =>
      join.onRef('chats.id', '=', 'm.chat_id').onRef('chats.message_count', '=', 'm.position'),
    )
    .where('chats.id', '=', sql<string>`any(${chatIds})`)

/** Conversations with their members, last messages and positions. */
export interface ChatsWithParts {
  chats: ChatRow[]
  members: Record<string, Chat['members']>
  /** the numbers of members of abridged project conversations */
  member_counts: Record<string, number>
  messages: MessageRow[]
  positions: ReachedPositions[]
}

/**
 * SQL for conversations with their members, messages and positions; `rows`: a query of rows of `selectChats`. Project
 * conversations include all their members until `mostMembers` is reached in the order of the rows; later ones are abridged.
 */
export const selectChatsWithParts = (db: Db, rows: RawBuilder<unknown>, mostMembers = MAX_MEMBERS) => {
  const chatIds = sql`array(select id from shown)`
  return sql<ChatsWithParts>`with shown as materialized (${rows}),
    abridged as materialized (
      select id, size from (select id, size, sum(size) over (order by place) as total from (
        select id, row_number() over () as place,
          (select count(*)::int from project_members p where p.project_id = s.project_id) as size
        from shown s where project_id is not null) sized) summed
      where total > ${sql.lit(mostMembers)})
    select (select coalesce(json_object_agg(id, size), '{}') from abridged) as member_counts, (${listJson(sql`select * from shown`)}) as chats, (${selectMembers(chatIds)}) as members,
      (${listJson(sql`${selectLastMessages(db, chatIds)}`)}) as messages,
      (${listJson(selectReachedPositions(chatIds))}) as positions`
}

/** Adds members and the last message to conversation rows. */
export function buildChats({ chats, members, member_counts, messages, positions }: ChatsWithParts): Chat[] {
  const reached = new Map(positions.map((row) => [row.chat_id, row]))
  const last = new Map(
    messages.map(({ created_at, edited_at, ...row }) => {
      const edited = edited_at === null ? null : parseTimestamp(edited_at)
      const message = { ...row, created_at: parseTimestamp(created_at), edited_at: edited }
      return [row.chat_id, buildMessage(message, reached.get(row.chat_id))]
    }),
  )
  return chats.map((row) => ({
    ...row,
    members: members[row.id] ?? [],
    ...(row.id in member_counts ? { member_count: member_counts[row.id] } : {}),
    last_message: last.get(row.id) ?? null,
  }))
}

const readVisibleChat = prepareQuery<ChatValues, ChatsWithParts>((db, parameter) =>
  selectChatsWithParts(db, sql`${selectVisibleChat(db, parameter)}`),
)

/** A visible conversation with its members and last message. @throws Refusal not_found */
export async function readChat({ tx, actor }: UserCtx, chat_id: string): Promise<Chat> {
  const [found] = await readVisibleChat(tx, { user_id: actor.user_id, chat_id })
  const [chat] = found ? buildChats(found) : []
  if (!chat) throw new Refusal('not_found')
  return chat
}
