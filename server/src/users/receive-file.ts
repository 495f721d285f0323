import { sql } from 'kysely'
import { buildFileUploadKey } from '../blobs/file-uploads.ts'
import type { ExpectedUpload, UploadReceiver, UploadSender } from '../blobs/uploads.ts'
import type { Server } from '../context.ts'
import { Refusal } from '../http/refusal.ts'

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
      await db
        .updateTable('file_uploads')
        .set({ received_at: now().toISOString() })
        .where('id', '=', id)
        .execute()
      return null
    },
  }
}

/** Deletes files that no call has taken within a day. */
export async function sweepFileUploads({ db, blobs, now }: Pick<Server, 'db' | 'blobs' | 'now'>) {
  const before = new Date(now().getTime() - DAY_MS).toISOString()
  const { rows } = await sql<{ id: string }>`
    select id from file_uploads where created_at < ${before} order by created_at limit ${BATCH}`.execute(db)
  for (const { id } of rows) {
    // removes the blob first: an interrupted removal is repeated by the next run
    await blobs.remove(buildFileUploadKey(id))
    await db.deleteFrom('file_uploads').where('id', '=', id).where('created_at', '<', before).execute()
  }
}
