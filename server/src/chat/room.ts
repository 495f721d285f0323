import { type RawBuilder, sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { Refusal } from '../http/refusal.ts'
import type { ForeseenFacts } from '../live/tell.ts'
import type { PositionsInChat, ReadPositions } from './read-positions.ts'
import { type ChatRow, lockChatRow, selectChats } from './visible.ts'

/** A locked conversation with all that sending a message depends on, read in one statement. */
export interface Room extends ChatRow {
  /** when its next message is sent, never before the last one even if the clock is set back */
  next_at: string
  /** ids of its members, and of the members who muted it */
  member_ids: string[]
  muted_by: string[]
  positions: PositionsInChat
  /** facts read for the reactions to a message */
  foreseen: ForeseenFacts
  /** who has sent a message with the new message's id, and where; null: nobody */
  repeated: { chat_id: string; user_id: string | null } | null
  /** the position of the message that is answered, which may have been deleted since; null: none in this conversation */
  reply_position: number | null
}

interface RoomValues {
  user_id: string
  chat_id: string
  message_id: string
  reply_to: string | null
}

interface RoomMembers extends Pick<Room, 'member_ids' | 'muted_by'> {
  own: ReadPositions | null
  others: ReadPositions | null
}

interface RoomRow extends Omit<Room, keyof RoomMembers | 'positions' | 'foreseen'> {
  members: RoomMembers
}

/** SQL: the ids of a conversation's members, which are the project's if it belongs to one. */
const memberIds = sql`select p.user_id from project_members p where p.project_id = chats.project_id
  union all select o.user_id from chat_members o where o.chat_id = chats.id and chats.project_id is null`

/** SQL: the lowest positions of these members as JSON; null without any. */
const lowestPositions = (condition: RawBuilder<unknown>) => sql`
  case when count(*) filter (where ${condition}) > 0 then json_build_object(
    'delivered', min(coalesce(cm.delivered_position, 0)) filter (where ${condition}),
    'read', min(coalesce(cm.read_position, 0)) filter (where ${condition})) end`

/** SQL: a conversation's members as JSON, read once. */
const selectRoomMembers = (userId: RawBuilder<string>) => sql<RoomMembers>`(
  select json_build_object('member_ids', coalesce(json_agg(member.user_id), '[]'),
    'muted_by', coalesce(json_agg(member.user_id) filter (where cm.is_muted), '[]'),
    'own', ${lowestPositions(sql`member.user_id = ${userId}`)},
    'others', ${lowestPositions(sql`member.user_id <> ${userId}`)})
  from (${memberIds}) member left join chat_members cm on cm.chat_id = chats.id and cm.user_id = member.user_id)`

const readRoom = prepareQuery<RoomValues, RoomRow>((db, parameter) => {
  const userId = sql<string>`${parameter('user_id')}::uuid`
  return selectChats(db, userId)
    .select([
      sql<string>`greatest(clock_timestamp(), chats.last_at)`.as('next_at'),
      selectRoomMembers(userId).as('members'),
      sql<
        Room['repeated']
      >`(select json_build_object('chat_id', m.chat_id, 'user_id', m.user_id) from chat_messages m
        where m.id = ${parameter('message_id')}::uuid)`.as('repeated'),
      sql<number | null>`(select m.position from chat_messages m
        where m.id = ${parameter('reply_to')}::uuid and m.chat_id = chats.id)`.as('reply_position'),
    ])
    .where('chats.id', '=', parameter('chat_id'))
})

/**
 * Locks a conversation for a new message, and reads it with the facts that reactions to the message need.
 * @throws Refusal not_found
 */
export async function lockRoom(
  { tx, actor, tell }: UserCtx,
  chat_id: string,
  message_id: string,
  reply_to: string | null,
): Promise<Room> {
  void lockChatRow(tx, { chat_id })
  const foreseen = await tell.foresee('chat.message', {
    project_id: null,
    data: { chat_id, message_id },
    audience: { users: [] },
    cause: { kind: 'SENT', by: actor.user_id, position: 0, preview: '', mentioned: [], muted: [] },
  })
  // read after the lock: the members may have changed while waiting for it
  const [row] = await readRoom(tx, { user_id: actor.user_id, chat_id, message_id, reply_to })
  if (!row) throw new Refusal('not_found')
  const { members, ...room } = row
  const { own, others, ...ids } = members
  return { ...room, ...ids, foreseen, positions: { own: own ?? { delivered: 0, read: 0 }, others } }
}
