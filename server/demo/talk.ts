import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../src/db/database.ts'
import type { People, PersonKey } from './people.ts'

const HOUR_MS = 3600 * 1000

const lines: [who: PersonKey, hoursAgo: number, text: string][] = [
  ['manager', 52, 'Welcome to Demo Tower. Models of all three trades are in, please check your parts.'],
  ['coordinator', 51, 'Architecture is at version 2 since this morning: two doors moved on level 1.'],
  ['ducts', 49, 'Seen. The main duct on level 2 needs 40 mm more below the beam, I have filed it.'],
  ['site', 30, 'Formwork for the level 2 slab arrives on Tuesday. Openings must be final by then.'],
  ['coordinator', 29, 'They are, except the shaft. I will confirm tomorrow.'],
  ['ducts', 6, 'Shaft size is agreed with the structural engineer: 900 x 600.'],
  ['site', 5, 'Good. I close the issue once it is in the model.'],
  ['manager', 2, 'Thank you all. Site walk on Thursday at 8:00.'],
]

/** What the demo's people have said to each other in the project's conversation; all but the last was read. */
export async function talk(tx: Tx, projectId: string, people: People, now: Date): Promise<void> {
  const { id: chat_id } = await tx
    .updateTable('chats')
    .set({ message_count: lines.length })
    .where('project_id', '=', projectId)
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = lines.map(([who, hoursAgo, message], index) => ({
    id: randomUUIDv7(),
    chat_id,
    position: index + 1,
    user_id: people[who],
    message,
    created_at: new Date(now.getTime() - hoursAgo * HOUR_MS).toISOString(),
  }))
  await tx.insertInto('chat_messages').values(rows).execute()
  for (const user_id of Object.values(people))
    await tx
      .insertInto('chat_members')
      .values({
        chat_id,
        user_id,
        delivered_position: lines.length,
        read_position: sql`${user_id === people.manager ? lines.length - 3 : lines.length - 1}::int`,
      })
      .execute()
}
