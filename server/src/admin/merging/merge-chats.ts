import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import type { MergedPair } from './move-references.ts'

/**
 * Direct conversations. Where both accounts had one with the same person, their messages are merged in order of time;
 * positions, replies and read positions follow. Messages between the two accounts stay readable for the kept one.
 */

const ROWS_PER_STATEMENT = 5000
/** limit for two merged conversations, whose positions are computed in memory */
const MAX_MESSAGES = 200_000

interface DirectChat {
  id: string
  direct_key: string
}

interface StoredMessage {
  id: string
  chat_id: string
  position: number
  reply_position: number | null
  created_at: string
}

/** Direct conversations of the given-up account, locked in the order of ids together with those they are merged into. */
async function lockDirectChats(tx: Tx, { kept, given_up }: MergedPair): Promise<DirectChat[]> {
  const { rows } = await sql<DirectChat>`
    select c.id, c.direct_key from chats c join chat_members m on m.chat_id = c.id
    where m.user_id in (${given_up}, ${kept}) and c.kind = 'DIRECT' and c.direct_key is not null
    order by c.id for update of c`.execute(tx)
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

const buildDirectKey = (a: string, b: string) => [a, b].sort().join(':')

/** The sort key of messages: conversation and position. */
const buildPlaceKey = (chatId: string, position: number) => `${chatId} ${position}`

/** New positions of the messages of both conversations: by time, and in each conversation as they were. */
function computePlaces(messages: StoredMessage[], into: string): Map<string, number> {
  const newest = new Map<string, string>()
  const timed = messages.map((message) => {
    const last = newest.get(message.chat_id) ?? ''
    const at = message.created_at > last ? message.created_at : last
    newest.set(message.chat_id, at)
    return { ...message, at }
  })
  timed.sort(
    (a, b) =>
      (a.at === b.at ? 0 : a.at < b.at ? -1 : 1) ||
      Number(a.chat_id !== into) - Number(b.chat_id !== into) ||
      a.position - b.position,
  )
  return new Map(timed.map((each, index) => [buildPlaceKey(each.chat_id, each.position), index + 1]))
}

/** Writes the positions in two steps: a position is unique in its conversation at every moment. */
async function movePositions(tx: Tx, into: string, messages: StoredMessage[], places: Map<string, number>) {
  const find = (chatId: string, position: number) => places.get(buildPlaceKey(chatId, position)) ?? 0
  for (let from = 0; from < messages.length; from += ROWS_PER_STATEMENT) {
    const some = messages.slice(from, from + ROWS_PER_STATEMENT)
    const replies = some.map(({ chat_id, reply_position }) =>
      reply_position === null ? null : find(chat_id, reply_position),
    )
    await sql`
      update chat_messages m set chat_id = ${into}, position = -v.place, reply_position = v.reply
      from unnest(${some.map(({ id }) => id)}::uuid[],
        ${some.map(({ chat_id, position }) => find(chat_id, position))}::int[], ${replies}::int[])
        as v (id, place, reply)
      where m.id = v.id`.execute(tx)
  }
  for (let from = 0; from < messages.length; from += ROWS_PER_STATEMENT) {
    const ids = messages.slice(from, from + ROWS_PER_STATEMENT).map(({ id }) => id)
    await sql`update chat_messages set position = -position where id = any (${ids}::uuid[])`.execute(tx)
  }
}

interface Reader {
  chat_id: string
  user_id: string
  delivered_position: number
  read_position: number
  is_muted: boolean
}

/** The last position up to which both conversations had been read, or delivered. */
function computeReached(
  messages: StoredMessage[],
  places: Map<string, number>,
  reached: Map<string, number>,
) {
  const open = messages
    .filter(({ chat_id, position }) => position > (reached.get(chat_id) ?? 0))
    .map(({ chat_id, position }) => places.get(buildPlaceKey(chat_id, position)) ?? 1)
  return open.length === 0 ? messages.length : open.reduce((a, b) => Math.min(a, b)) - 1
}

async function mergeReaders(
  tx: Tx,
  { kept, given_up }: MergedPair,
  [into, from]: [string, string],
  messages: StoredMessage[],
  places: Map<string, number>,
) {
  const { rows } = await sql<Reader>`
    select chat_id, user_id, delivered_position, read_position, is_muted from chat_members
    where chat_id in (${into}, ${from})`.execute(tx)
  const isKept = ({ user_id }: Reader) => user_id === kept || user_id === given_up
  for (const readers of [rows.filter(isKept), rows.filter((row) => !isKept(row))]) {
    const mine = readers.find(({ chat_id }) => chat_id === into)
    if (!mine) continue
    const positions = (name: 'delivered_position' | 'read_position') =>
      computeReached(messages, places, new Map(readers.map((row) => [row.chat_id, row[name]])))
    await tx
      .updateTable('chat_members')
      .set({
        delivered_position: positions('delivered_position'),
        read_position: positions('read_position'),
        is_muted: mine.is_muted && readers.every(({ is_muted }) => is_muted),
      })
      .where('chat_id', '=', into)
      .where('user_id', '=', mine.user_id)
      .execute()
  }
}

/** Notifications of both conversations name the remaining one; of two unread ones for a person the newer stays. */
async function moveNotifications(tx: Tx, into: string, from: string, places: Map<string, number>) {
  const { rows } = await sql<{ id: string; chat_id: string; position: number }>`
    select id, payload->>'chat_id' as chat_id, coalesce((payload->>'position')::int, 0) as position
    from notifications where type = 'CHAT_MESSAGE' and payload->>'chat_id' in (${into}, ${from})
    order by created_at desc`.execute(tx)
  await sql`delete from notifications older using notifications newer
    where older.type = 'CHAT_MESSAGE' and older.state = 'NEW' and newer.type = 'CHAT_MESSAGE' and newer.state = 'NEW'
      and older.user_id = newer.user_id and older.payload->>'chat_id' in (${into}, ${from})
      and newer.payload->>'chat_id' in (${into}, ${from})
      and (older.created_at, older.id) < (newer.created_at, newer.id)`.execute(tx)
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const some = rows.slice(start, start + ROWS_PER_STATEMENT)
    const moved = some.map((row) => places.get(buildPlaceKey(row.chat_id, row.position)) ?? row.position)
    await sql`
      update notifications n set payload = n.payload || jsonb_build_object('chat_id', ${into}::text, 'position', v.place)
      from unnest(${some.map(({ id }) => id)}::uuid[], ${moved}::int[]) as v (id, place)
      where n.id = v.id`.execute(tx)
  }
}

/** Moves everything of one conversation into another one with the same person. */
async function joinChats(tx: Tx, pair: MergedPair, into: string, from: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select sum(message_count)::int as count from chats where id in (${into}, ${from})`.execute(tx)
  if ((rows[0]?.count ?? 0) > MAX_MESSAGES)
    throw new Refusal('conflict', reason('merge_chat_too_large', { count: MAX_MESSAGES }))
  const messages = await tx
    .selectFrom('chat_messages')
    .select(['id', 'chat_id', 'position', 'reply_position', 'created_at'])
    .where('chat_id', 'in', [into, from])
    .orderBy('chat_id')
    .orderBy('position')
    .execute()
  const places = computePlaces(messages, into)
  await movePositions(tx, into, messages, places)
  await sql`update chat_files set chat_id = ${into}, folder_chat_id = coalesce(folder_chat_id, chat_id)
    where chat_id = ${from}`.execute(tx)
  await sql`update chat_pins set chat_id = ${into} where chat_id = ${from}`.execute(tx)
  await mergeReaders(tx, pair, [into, from], messages, places)
  await moveNotifications(tx, into, from, places)
  await sql`update chats c set message_count = ${messages.length}, created_by = null,
      created_at = least(c.created_at, o.created_at), last_at = greatest(c.last_at, o.last_at)
    from chats o where c.id = ${into} and o.id = ${from}`.execute(tx)
  await sql`delete from chats where id = ${from}`.execute(tx)
}

/** Closes the conversation between the two accounts: without a second member nobody can write there any more. */
async function closeOwnChat(tx: Tx, { given_up }: MergedPair, id: string): Promise<void> {
  await sql`delete from chats where id = ${id} and message_count = 0`.execute(tx)
  await sql`delete from chat_members where chat_id = ${id} and user_id = ${given_up}`.execute(tx)
  await sql`update chats set direct_key = null where id = ${id}`.execute(tx)
}

/** Merges the direct conversations of two accounts; returns all changed or deleted ones, with their people. */
export async function mergeDirectChats(tx: Tx, pair: MergedPair): Promise<Map<string, string[]>> {
  const { kept, given_up } = pair
  const known = new Map((await lockDirectChats(tx, pair)).map((chat) => [chat.direct_key, chat.id]))
  const changed = new Map<string, string[]>()
  for (const [key, id] of known) {
    const ids = key.split(':')
    if (!ids.includes(given_up)) continue
    const other = ids.find((each) => each !== given_up) ?? given_up
    const newKey = buildDirectKey(kept, other)
    const into = known.get(newKey)
    changed.set(id, [other, kept])
    if (other === kept) await closeOwnChat(tx, pair, id)
    else if (into) {
      changed.set(into, [other, kept])
      await joinChats(tx, pair, into, id)
    } else await sql`update chats set direct_key = ${newKey} where id = ${id}`.execute(tx)
  }
  return changed
}
