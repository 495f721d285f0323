import type { Server } from '../context.ts'
import { runEach } from '../jobs/run-each.ts'

const DAY_MS = 24 * 3600 * 1000
/** blobs removed per run */
const BATCH = 500

/** Deletes files that were not sent within a day, and removes blobs of deleted files. */
export async function sweepChatFiles({
  db,
  blobs,
  now,
  log,
}: Pick<Server, 'db' | 'blobs' | 'now' | 'log'>): Promise<void> {
  await db
    .deleteFrom('chat_files')
    .where('message_id', 'is', null)
    .where('created_at', '<', new Date(now().getTime() - DAY_MS).toISOString())
    .execute()
  const remains = await db.selectFrom('chat_file_remains').select('key').limit(BATCH).execute()
  await runEach(log, 'sweep of a chat file', remains, async ({ key }) => {
    // removes the blob first: an interrupted removal is repeated by the next run
    await blobs.remove(key)
    await db.deleteFrom('chat_file_remains').where('key', '=', key).execute()
  })
}
