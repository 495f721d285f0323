import { type RawBuilder, sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { Refusal } from '../http/refusal.ts'
import type { PositionsInChat, ReadPositions } from './read-positions.ts'
import { type ChatRow, lockChatRow, selectChats } from './visible.ts'

/** A locked conversation with all that sending a message depends on, read in one statement. */
export interface Room extends ChatRow {
  /** ids of its members, and of those of them who muted it */
  member_ids: string[]
  muted_by: string[]
  positions: PositionsInChat
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

interface RoomRow extends Omit<Room, 'positions'> {
  own: ReadPositions | null
  others: ReadPositions | null
}

/** SQL: the ids of a conversation's members, which are the project's if it belongs to one. */
const selectMemberIds = sql`select p.user_id from project_members p where p.project_id = chats.project_id
  union all select o.user_id from chat_members o where o.chat_id = chats.id and chats.project_id is null`

/** SQL: the lowest positions of these members as JSON; null without any. */
const lowestPositions = (condition: RawBuilder<unknown>) => sql<ReadPositions | null>`(
  select case when count(*) > 0 then json_build_object('delivered', min(coalesce(cm.delivered_position, 0)),
    'read', min(coalesce(cm.read_position, 0))) end
  from (${selectMemberIds}) member left join chat_members cm on cm.chat_id = chats.id and cm.user_id = member.user_id
  where ${condition})`

const readRoom = prepareQuery<RoomValues, RoomRow>((db, parameter) => {
  const userId = sql<string>`${parameter('user_id')}::uuid`
  return selectChats(db, userId)
    .select([
      sql<string[]>`array(${selectMemberIds})`.as('member_ids'),
      sql<string[]>`array(select user_id from chat_members where chat_id = chats.id and is_muted)`.as(
        'muted_by',
      ),
      lowestPositions(sql`member.user_id = ${userId}`).as('own'),
      lowestPositions(sql`member.user_id <> ${userId}`).as('others'),
      sql<
        Room['repeated']
      >`(select json_build_object('chat_id', m.chat_id, 'user_id', m.user_id) from chat_messages m
        where m.id = ${parameter('message_id')}::uuid)`.as('repeated'),
      sql<number | null>`(select m.position from chat_messages m
        where m.id = ${parameter('reply_to')}::uuid and m.chat_id = chats.id)`.as('reply_position'),
    ])
    .where('chats.id', '=', parameter('chat_id'))
})

/** Locks a conversation for a new message. @throws Refusal not_found */
export async function lockRoom(
  ctx: UserCtx,
  chat_id: string,
  message_id: string,
  reply_to: string | null,
): Promise<Room> {
  await lockChatRow(ctx, chat_id)
  // read after the lock: the members may have changed while waiting for it
  const [row] = await readRoom(ctx.tx, { user_id: ctx.actor.user_id, chat_id, message_id, reply_to })
  if (!row) throw new Refusal('not_found')
  const { own, others, ...room } = row
  return { ...room, positions: { own: own ?? { delivered: 0, read: 0 }, others } }
}
