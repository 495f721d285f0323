import type { Server } from '../context.ts'

const DAY_MS = 24 * 3600 * 1000
/** blobs that one run removes; the next one goes on */
const BATCH = 500

/** Forgets files that no message has taken within a day, and removes stored bytes that nothing names any more. */
export async function sweepChatFiles({
  db,
  blobs,
  now,
}: Pick<Server, 'db' | 'blobs' | 'now'>): Promise<void> {
  await db
    .deleteFrom('chat_files')
    .where('message_id', 'is', null)
    .where('created_at', '<', new Date(now().getTime() - DAY_MS).toISOString())
    .execute()
  const remains = await db.selectFrom('chat_file_remains').select('key').limit(BATCH).execute()
  for (const { key } of remains) {
    // bytes first: what is broken off in between is found again
    await blobs.remove(key)
    await db.deleteFrom('chat_file_remains').where('key', '=', key).execute()
  }
}
