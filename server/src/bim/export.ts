import type { Tx } from '../db/database.ts'
import { type ExportPart, readAllPages } from '../users/export-parts.ts'

/** A person's saved views, read one at a time: their content may be megabytes. */
export const readOwnViews = (tx: Tx, userId: string) =>
  readAllPages(
    (after, limit) =>
      tx
        .selectFrom('views')
        .select(['id', 'project_id', 'name', 'is_shared', 'view', 'extras', 'created_at', 'updated_at'])
        .where('created_by', '=', userId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    1,
  )

/** Personal data export: uploaded versions and saved views. */
export const bimParts: ExportPart[] = [
  {
    name: 'uploads',
    rows: ({ tx, actor }) =>
      readAllPages((after, limit) =>
        tx
          .selectFrom('bim_file_variants')
          .select(['id', 'project_id', 'version', 'file_name', 'size_bytes', 'sha256', 'state', 'created_at'])
          .where('created_by', '=', actor.user_id)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
  },
  { name: 'views', rows: ({ tx, actor }) => readOwnViews(tx, actor.user_id) },
]
