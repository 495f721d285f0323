import type { Chat } from '@plumbline/contract/chat/chat'
import { reason } from '@plumbline/contract/reasons'
import { type RawBuilder, sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { type ParameterOf, prepareHeldQuery, prepareQuery } from '../db/prepared-query.ts'
import { Refusal } from '../http/refusal.ts'

export type UserId = string | RawBuilder<string>

/** The only query for conversations: those of the user's projects, and those with the user as a member. */
export function visibleChats(tx: Tx, userId: UserId) {
  const ofProjects = tx
    .selectFrom('project_members as p')
    .innerJoin('chats as c', 'c.project_id', 'p.project_id')
    .innerJoin('projects as q', 'q.id', 'p.project_id')
    .where('p.user_id', '=', userId)
    .where('q.deleted_at', 'is', null)
    .select('c.id')
  const ofPeople = tx
    .selectFrom('chat_members as m')
    .innerJoin('chats as c', 'c.id', 'm.chat_id')
    .where('m.user_id', '=', userId)
    .where('c.kind', '<>', 'PROJECT')
    .select('c.id')
  return tx
    .selectFrom('chats')
    .leftJoin('projects', 'projects.id', 'chats.project_id')
    .leftJoin('project_members as pm', (join) =>
      join.onRef('pm.project_id', '=', 'chats.project_id').on('pm.user_id', '=', userId),
    )
    .leftJoin('chat_members as me', (join) =>
      join.onRef('me.chat_id', '=', 'chats.id').on('me.user_id', '=', userId),
    )
    .where('chats.id', 'in', ofProjects.unionAll(ofPeople))
}

/** SQL: unread messages, as the difference of positions: sending a message marks all before it as read. */
export const unreadCount = sql<number>`greatest(0, chats.message_count - coalesce(me.read_position, 0))`

/** Conversations as the user sees them, without members and messages. */
export function selectChats(tx: Tx, userId: UserId) {
  const others = sql`select from chat_members o where o.chat_id = chats.id and o.user_id <> ${userId}`
  const otherName = sql`select trim(u.first_name || ' ' || u.last_name) from chat_members o
    join users u on u.id = o.user_id where o.chat_id = chats.id and o.user_id <> ${userId} limit 1`
  return visibleChats(tx, userId).select([
    'chats.id',
    'chats.kind',
    'chats.project_id',
    'chats.message_count as messages',
    sql<string>`case chats.kind when 'PROJECT' then projects.name when 'GROUP' then chats.name
      else coalesce((${otherName}), '') end`.as('name'),
    sql<Chat['read_only']>`case
      when chats.kind = 'PROJECT' then case when pm.permission_level = 'VIEWER' then 'VIEWER'
        when projects.status = 'ARCHIVED' then 'ARCHIVED' end
      when not exists (${others}) then 'LEFT' end`.as('read_only'),
    sql<number>`least(coalesce(me.read_position, 0), chats.message_count)`.as('read_position'),
    unreadCount.as('unread'),
    sql<boolean>`coalesce(me.is_muted, false)`.as('is_muted'),
  ])
}
export type FoundChat = Awaited<ReturnType<typeof findChat>>

export type ChatRow = Awaited<ReturnType<ReturnType<typeof selectChats>['executeTakeFirstOrThrow']>>

export interface ChatValues {
  user_id: string
  chat_id: string
}

export const selectVisibleChat = (db: Tx, parameter: ParameterOf<ChatValues>) =>
  selectChats(db, sql`${parameter('user_id')}::uuid`).where('chats.id', '=', parameter('chat_id'))

const readVisibleChat = prepareQuery<ChatValues, ChatRow>(selectVisibleChat)

export async function findChat({ tx, actor }: UserCtx, chat_id: string) {
  const [chat] = await readVisibleChat(tx, { user_id: actor.user_id, chat_id })
  if (!chat) throw new Refusal('not_found')
  return chat
}

/**
 * Locks a conversation, which serializes its messages, read positions and memberships. The lock is sent together with the
 * caller's next statement, which reads the conversation once it has it, and refuses callers who do not see it. The lock is
 * without that condition: PostgreSQL would evaluate it again, with new plan nodes, after each wait for the lock.
 */
export const lockChatRow = prepareHeldQuery<Pick<ChatValues, 'chat_id'>, { id: string }>((db, parameter) =>
  db.selectFrom('chats').select('id').where('id', '=', parameter('chat_id')).forUpdate(),
)

/** Locks a conversation, and reads it again: its members may have changed while waiting for the lock. */
export async function lockChat(ctx: UserCtx, chatId: string): Promise<FoundChat> {
  void lockChatRow(ctx.tx, { chat_id: chatId })
  return findChat(ctx, chatId)
}

/** @throws Refusal if the caller may only read the conversation */
export function checkMayWrite({ read_only }: Pick<FoundChat, 'read_only'>): void {
  if (read_only === 'ARCHIVED') throw new Refusal('archived')
  if (read_only === 'LEFT') throw new Refusal('forbidden', reason('nobody_else_in_chat'))
  if (read_only) throw new Refusal('forbidden')
}

type ChatRef = { id: string; project_id: string | null }

/** SQL for the members of a conversation: the project's members, or the conversation's own. */
export const selectChatMembers = ({ id, project_id }: ChatRef) =>
  project_id
    ? sql<{ user_id: string }>`select user_id from project_members where project_id = ${project_id}`
    : sql<{ user_id: string }>`select user_id from chat_members where chat_id = ${id}`

/** SQL: the same by the conversation's id, or by that of a row of `chats`. */
export const selectMemberIds = (chatId: RawBuilder<unknown>) => sql<{ user_id: string }>`
  select p.user_id from chats c join project_members p on p.project_id = c.project_id where c.id = ${chatId}
  union all select o.user_id from chats c join chat_members o on o.chat_id = c.id
  where c.id = ${chatId} and c.project_id is null`

/** User ids of a conversation's members. */
export async function listChatMembers(tx: Tx, chat: ChatRef): Promise<string[]> {
  const { rows } = await selectChatMembers(chat).execute(tx)
  return rows.map((row) => row.user_id)
}
