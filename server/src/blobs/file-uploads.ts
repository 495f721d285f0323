import type { Readable } from 'node:stream'
import { reason } from '@plumbline/contract/reasons'
import type { PublicCtx, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { BlobMissingError } from './blob-store.ts'

/** Files that a user has sent in pieces, until a call takes them. */

export const buildFileUploadKey = (id: string) => `file-uploads/${id}`

const refuseIncomplete = () => new Refusal('conflict', reason('file_upload_missing'))

/**
 * Opens a file that the caller has sent in pieces, and deletes it once the call that takes it is committed. Refuses
 * files of others like missing ones.
 */
export async function openFileUpload(ctx: PublicCtx | UserCtx, id: string): Promise<Readable> {
  const row =
    'actor' in ctx
      ? await ctx.db
          .selectFrom('file_uploads')
          .select('id')
          .where('id', '=', id)
          .where('user_id', '=', ctx.actor.user_id)
          .executeTakeFirst()
      : undefined
  if (!row) throw refuseIncomplete()
  const key = buildFileUploadKey(id)
  const bytes = await ctx.blobs.read(key).catch((error: unknown) => {
    throw error instanceof BlobMissingError ? refuseIncomplete() : error
  })
  ctx.onCommit(() => {
    // the sweep deletes leftovers of a killed server
    void ctx.blobs
      .remove(key)
      .then(() => ctx.db.deleteFrom('file_uploads').where('id', '=', id).execute())
      .catch((error: unknown) => ctx.log.warn({ err: error, key }, 'used upload not deleted yet'))
  })
  return bytes
}
