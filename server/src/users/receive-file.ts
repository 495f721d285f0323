import { maxUnusedUploadBytes } from '@plumbline/contract/users/file-uploads'
import { sql } from 'kysely'
import { buildFileUploadKey } from '../blobs/file-uploads.ts'
import type { ExpectedUpload, UploadReceiver, UploadSender } from '../blobs/uploads.ts'
import type { Server } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { runEach } from '../jobs/run-each.ts'

const DAY_MS = 24 * 3600 * 1000
/** uploads deleted per run */
const BATCH = 200

/** Receives the pieces of files that users have announced, and stores the whole file until a call takes it. */
export function createFileReceiver({ db, blobs, now }: Server): UploadReceiver {
  const find = (id: string) =>
    db.selectFrom('file_uploads').selectAll().where('id', '=', id).executeTakeFirst()
  const expectedOf = (row: NonNullable<Awaited<ReturnType<typeof find>>>): ExpectedUpload => ({
    size: row.size_bytes,
    announcer: { user_id: row.user_id, only_project: null },
    isTaken: row.received_at !== null,
    hasStoredBytes: async () => (await blobs.size(buildFileUploadKey(row.id))) === row.size_bytes,
  })
  const findOwn = async (sender: UploadSender, id: string) => {
    const row = await find(id)
    if (row?.user_id !== sender.user_id) throw new Refusal('not_found')
    return row
  }
  return {
    findExpected: async (id) => {
      const row = await find(id)
      return row ? expectedOf(row) : null
    },
    authorise: async (sender, id) => expectedOf(await findOwn(sender, id)),
    takeFile: async (sender, id, file) => {
      await findOwn(sender, id)
      if (file !== null) await blobs.copyFile(buildFileUploadKey(id), file)
      const { numUpdatedRows } = await db
        .updateTable('file_uploads')
        .set({ received_at: now().toISOString() })
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows > 0n) return null
      // swept in the meantime, or deleted with its user: nothing else would remove the bytes
      await blobs.remove(buildFileUploadKey(id))
      return new Refusal('not_found')
    },
  }
}

/** Deletes files that no call has taken within a day, and the oldest of each user beyond the bound. */
export async function sweepFileUploads({
  db,
  blobs,
  now,
  log,
}: Pick<Server, 'db' | 'blobs' | 'now' | 'log'>) {
  const before = new Date(now().getTime() - DAY_MS).toISOString()
  const { rows } = await sql<{ id: string; created_at: string }>`
    select id, created_at from (
      select id, created_at, sum(size_bytes) over (partition by user_id order by created_at desc, id) as bytes
      from file_uploads
    ) uploads
    where created_at < ${before} or bytes > ${maxUnusedUploadBytes}
    order by created_at limit ${BATCH}`.execute(db)
  await runEach(log, 'sweep of an unused file', rows, async ({ id, created_at }) => {
    // announced again in the meantime: kept, and sent from the start if its bytes were deleted
    const { numUpdatedRows } = await db
      .updateTable('file_uploads')
      .set({ received_at: null })
      .where('id', '=', id)
      .where('created_at', '=', created_at)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    // removes the blob before the row: an interrupted removal is repeated by the next run
    await blobs.remove(buildFileUploadKey(id))
    await db.deleteFrom('file_uploads').where('id', '=', id).where('created_at', '=', created_at).execute()
  })
}
