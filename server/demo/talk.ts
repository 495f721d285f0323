import { randomUUIDv7 } from 'node:crypto'
import { buildSearchVector } from '../src/chat/search-words.ts'
import type { Tx } from '../src/db/database.ts'
import type { DemoPeople, PersonKey } from './people.ts'

const HOUR_MS = 3600 * 1000

type Line = [who: PersonKey, hoursAgo: number, text: string]

const inProject: Line[] = [
  ['manager', 52, 'Welcome to Demo Tower. Models of all three trades are in, please check your parts.'],
  ['coordinator', 51, 'Architecture is at version 2 since this morning: two doors moved on level 1.'],
  ['ducts', 49, 'Seen. The main duct on level 2 needs **40 mm** more below the beam, I have filed it as #1.'],
  ['site', 30, 'Formwork for the level 2 slab arrives on Tuesday. Openings must be final by then.'],
  ['coordinator', 29, 'They are, except the shaft. I will confirm tomorrow.'],
  ['ducts', 6, 'Shaft size is agreed with the structural engineer: 900 x 600.'],
  ['site', 5, 'Good. I close the issue once it is in the model.'],
  ['manager', 2, 'Thank you all. Site walk on Thursday at 8:00.'],
]
const inPair: Line[] = [
  ['site', 27, 'Can you sign the delivery note for the formwork? It is on your desk.'],
  ['manager', 26, 'Done. The crane is booked from 7 to 12.'],
  ['site', 3, 'Thanks. One more thing: the hoist inspection is due next week.'],
]
const inGroup: Line[] = [
  ['coordinator', 24, 'Before the slab is poured:\n\n- openings checked\n- sleeves set\n- photos taken'],
  ['ducts', 23, 'Sleeves are set on axes A to C, the rest follows tomorrow.'],
  ['site', 4, 'I take the photos on Wednesday afternoon.'],
]

/** Inserts messages; everybody has read all of them except the reader, who has not read the last ones. */
async function write(tx: Tx, chat_id: string, lines: Line[], people: DemoPeople, now: Date, unread: number) {
  const rows = lines.map(([who, hoursAgo, message], index) => ({
    id: randomUUIDv7(),
    chat_id,
    position: index + 1,
    user_id: people[who],
    message,
    words: buildSearchVector(message),
    created_at: new Date(now.getTime() - hoursAgo * HOUR_MS).toISOString(),
  }))
  await tx.insertInto('chat_messages').values(rows).execute()
  const [message_count, last_at] = [lines.length, rows.at(-1)?.created_at]
  await tx.updateTable('chats').set({ message_count, last_at }).where('id', '=', chat_id).execute()
  const readers = await tx
    .selectFrom('chat_members')
    .select('user_id')
    .where('chat_id', '=', chat_id)
    .execute()
  for (const { user_id } of readers)
    await tx
      .updateTable('chat_members')
      .set({
        delivered_position: message_count,
        read_position: user_id === people.manager ? message_count - unread : message_count,
      })
      .where('chat_id', '=', chat_id)
      .where('user_id', '=', user_id)
      .execute()
}

const seat = (tx: Tx, chat_id: string, ids: string[]) =>
  tx
    .insertInto('chat_members')
    .values(ids.map((user_id) => ({ chat_id, user_id })))
    .execute()

/** Adds the demo's conversations: of the project, of two people, and of a group of three. */
export async function addConversations(
  tx: Tx,
  projectId: string,
  people: DemoPeople,
  now: Date,
): Promise<void> {
  const room = await tx
    .selectFrom('chats')
    .select('id')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  await seat(tx, room.id, Object.values(people))
  await write(tx, room.id, inProject, people, now, 0)
  const { manager, site, coordinator, ducts } = people
  const [pair, group] = [randomUUIDv7(), randomUUIDv7()]
  const direct_key = [manager, site].sort().join(':')
  await tx.insertInto('chats').values({ id: pair, kind: 'DIRECT', direct_key, created_by: site }).execute()
  await seat(tx, pair, [manager, site])
  await write(tx, pair, inPair, people, now, 1)
  await tx
    .insertInto('chats')
    .values({ id: group, kind: 'GROUP', name: 'Slab level 2', created_by: coordinator })
    .execute()
  await seat(tx, group, [manager, site, coordinator, ducts])
  await write(tx, group, inGroup, people, now, 2)
}
