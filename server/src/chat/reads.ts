import type { Chat, ChatMessage, listMessages } from '@plumbline/contract/chat'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { visibleChats } from './visible.ts'

const unread = sql<number>`(select count(*)::int from chat_messages n where n.chat_id = chats.id
  and n.position > coalesce(me.read_position, 0) and n.user_id is distinct from `

/** Messages that the user has not read, in all conversations. */
export async function unreadMessages(tx: Tx, userId: string): Promise<number> {
  const { count } = await visibleChats(tx, userId)
    .select(sql<number>`coalesce(sum(${unread}${userId})), 0)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Messages in the contract's shape: what was deleted is empty, and the status is the least that any other member of
 * the conversation has reached.
 */
export function messageRows(tx: Tx) {
  const reached = (
    column: 'read_position' | 'delivered_position',
  ) => sql<boolean>`exists (select from chat_members o
    where o.chat_id = m.chat_id and o.user_id is distinct from m.user_id) and not exists (
    select from chat_members o where o.chat_id = m.chat_id and o.user_id is distinct from m.user_id
    and o.${sql.ref(column)} < m.position)`
  return tx.selectFrom('chat_messages as m').select([
    'm.id',
    'm.chat_id',
    'm.user_id',
    'm.created_at',
    sql<string>`case when m.is_deleted then '' else m.message end`.as('message'),
    sql<
      ChatMessage['status']
    >`case when m.is_deleted then 'DELETED' when ${reached('read_position')} then 'READ'
      when ${reached('delivered_position')} then 'DELIVERED' else 'SENT' end`.as('status'),
  ])
}

async function membersOf(tx: Tx, chats: { id: string; project_id: string | null }[]) {
  const ids = chats.map((chat) => chat.id)
  const projects = chats.map((chat) => chat.project_id).filter((id) => id !== null)
  const { rows } = await sql<{
    chat_id: string
    id: string
    first_name: string
    last_name: string
    picture_id: string | null
  }>`
    select t.chat_id, u.id, u.first_name, u.last_name, u.picture_id from (
      select c.id as chat_id, p.user_id from chats c join project_members p on p.project_id = c.project_id
        where c.project_id = any(${projects})
      union select cm.chat_id, cm.user_id from chat_members cm join chats c on c.id = cm.chat_id
        where c.project_id is null and c.id = any(${ids})
    ) t join users u on u.id = t.user_id order by u.first_name, u.last_name limit 5000`.execute(tx)
  return Map.groupBy(rows, (row) => row.chat_id)
}

async function lastMessages(tx: Tx, chatIds: string[]) {
  if (chatIds.length === 0) return new Map<string, ChatMessage>()
  const rows = await messageRows(tx)
    .innerJoin('chats', (join) =>
      join.onRef('chats.id', '=', 'm.chat_id').onRef('chats.message_count', '=', 'm.position'),
    )
    .where('m.chat_id', 'in', chatIds)
    .execute()
  return new Map(rows.map((row) => [row.chat_id, row]))
}

export async function myChats(ctx: UserCtx): Promise<Chat[]> {
  const me = ctx.actor.user_id
  const chats = await visibleChats(ctx.tx, me)
    .select(['chats.id', 'chats.kind', 'chats.project_id', 'chats.message_count as messages'])
    .select([
      sql<string>`coalesce(projects.name, chats.name)`.as('name'),
      sql<boolean>`chats.kind <> 'PROJECT' or (pm.permission_level <> 'VIEWER' and projects.status = 'ACTIVE')`.as(
        'may_write',
      ),
      sql<number>`${unread}${me})`.as('unread'),
    ])
    .limit(500)
    .execute()
  const members = await membersOf(ctx.tx, chats)
  const last = await lastMessages(
    ctx.tx,
    chats.map((chat) => chat.id),
  )
  return chats
    .map((chat) => ({
      ...chat,
      members: members.get(chat.id) ?? [],
      last_message: last.get(chat.id) ?? null,
    }))
    .sort((a, b) => (b.last_message?.created_at ?? '').localeCompare(a.last_message?.created_at ?? ''))
}

export async function findChat(ctx: UserCtx, chatId: string) {
  const chat = await visibleChats(ctx.tx, ctx.actor.user_id)
    .select(['chats.id', 'chats.kind', 'chats.project_id', 'chats.message_count', 'pm.permission_level'])
    .select('projects.status')
    .where('chats.id', '=', chatId)
    .executeTakeFirst()
  if (!chat) throw new Refusal('not_found')
  return chat
}

/** A page by position: from `offset` on, or the newest. */
export async function chatPage(ctx: UserCtx, { params, query }: Input<typeof listMessages>) {
  const chat = await findChat(ctx, params.id)
  const limit = query.limit ?? 50
  const offset = query.offset ?? Math.max(0, chat.message_count - limit)
  return messageRows(ctx.tx)
    .where('m.chat_id', '=', chat.id)
    .where('m.position', '>', offset)
    .where('m.position', '<=', offset + limit)
    .orderBy('m.position')
    .execute()
}
