import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { MergedPair } from './move-references.ts'

/**
 * Merges the notifications of two accounts of one person, and updates other people's notifications that name the given-up
 * account.
 */

const ROWS_PER_STATEMENT = 5000

/** Keeps one of two notifications that both accounts got at the same moment, and one unread notification per conversation. */
async function dropDoubles(tx: Tx, { kept, given_up }: MergedPair) {
  await sql`delete from notifications theirs using notifications mine
    where theirs.user_id = ${given_up} and mine.user_id = ${kept} and mine.created_at = theirs.created_at
      and mine.type = theirs.type and mine.project_id is not distinct from theirs.project_id
      and mine.payload = theirs.payload`.execute(tx)
  await sql`delete from notifications older using notifications newer
    where older.type = 'CHAT_MESSAGE' and older.state = 'NEW' and newer.type = 'CHAT_MESSAGE' and newer.state = 'NEW'
      and older.user_id in (${kept}, ${given_up}) and newer.user_id in (${kept}, ${given_up})
      and older.payload->>'chat_id' = newer.payload->>'chat_id'
      and (older.created_at, older.id) < (newer.created_at, newer.id)`.execute(tx)
}

/** Replaces the account's id and name in other people's notifications. */
async function replaceInPayloads(tx: Tx, { kept, given_up }: MergedPair): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with person as (select trim(concat(first_name, ' ', last_name)) as name from users where id = ${kept})
    update notifications n set payload = replace(n.payload::text, ${given_up}, ${kept})::jsonb
      || case when n.payload->>'by_user_id' = ${given_up} then (
          select coalesce(jsonb_object_agg(key, to_jsonb(person.name)), '{}') from jsonb_object_keys(n.payload) key
          where key in ('by_user_name', 'added_by_user_name', 'removed_by_user_name', 'from_name')) else '{}' end
      || case when n.payload->>'added_user_id' = ${given_up} and n.payload ? 'added_user_name'
          then jsonb_build_object('added_user_name', person.name) else '{}' end
    from person where (n.payload ? 'by_user_id' and n.payload->>'by_user_id' = ${given_up})
      or (n.payload ? 'added_user_id' and n.payload->>'added_user_id' = ${given_up})
      or (n.payload ? 'assignee_from_id' and n.payload->>'assignee_from_id' = ${given_up})
      or (n.payload ? 'assignee_to_id' and n.payload->>'assignee_to_id' = ${given_up})
      or (n.payload ? 'named_ids' and n.payload->'named_ids' ? ${given_up}::text)
    returning n.user_id`.execute(tx)
  return [...new Set(rows.map((row) => row.user_id))]
}

/** Marks notifications as read that the person has read in the other account. */
async function acknowledgeRead(tx: Tx, kept: string) {
  await sql`update notifications n set state = 'ACKNOWLEDGED', mail_at = null, push_at = null, snoozed_until = null
    from chat_members m where n.user_id = ${kept} and n.type = 'CHAT_MESSAGE' and n.state = 'NEW'
      and m.user_id = ${kept} and m.chat_id::text = n.payload->>'chat_id'
      and coalesce((n.payload->>'position')::int, 0) <= m.read_position`.execute(tx)
}

/** Moves the notifications of the given-up account; returns the people whose notifications have changed. */
export async function mergeNotifications(tx: Tx, pair: MergedPair): Promise<string[]> {
  const { kept, given_up } = pair
  const readers = await replaceInPayloads(tx, pair)
  await dropDoubles(tx, pair)
  let moved = 0
  for (;;) {
    const { numAffectedRows } = await sql`update notifications set user_id = ${kept} where ctid = any (array(
      select ctid from notifications where user_id = ${given_up} limit ${ROWS_PER_STATEMENT}))`.execute(tx)
    moved += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < ROWS_PER_STATEMENT) break
  }
  await acknowledgeRead(tx, kept)
  return moved > 0 ? [...new Set([...readers, kept])] : readers
}
