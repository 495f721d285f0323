import { reason } from '@plumbline/contract/reasons'
import type * as api from '@plumbline/contract/users/file-uploads'
import type { Handler } from '../context.ts'
import { Refusal } from '../http/refusal.ts'

/** announcements per user within ten minutes, as many as files that arrive whole */
const MAX_FILES = 300
const WINDOW_S = 600

export const createFileUpload: Handler<typeof api.createFileUpload, void> = {
  prepare: (ctx) => ctx.limit(`file-upload:${ctx.actor.user_id}`, MAX_FILES, WINDOW_S),
  handle: async (ctx, { body: { id, size_bytes } }) => {
    const user_id = ctx.actor.user_id
    const created_at = ctx.now().toISOString()
    const row = await ctx.tx
      .insertInto('file_uploads')
      .values({ id, user_id, size_bytes, created_at })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ created_at })
          .where('file_uploads.user_id', '=', user_id)
          .where('file_uploads.size_bytes', '=', size_bytes),
      )
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new Refusal('already_exists', reason('file_id_taken'))
    return row
  },
}
