import { type ExportPart, readAllPages } from '../users/export-parts.ts'

/** Personal data export: unattached documents uploaded by the BCF API, and BCF imports. */
export const bcfParts: ExportPart[] = [
  {
    name: 'documents',
    rows: ({ tx, actor }) =>
      readAllPages((after, limit) =>
        tx
          .selectFrom('bcf_documents')
          .select(['id', 'project_id', 'name', 'type', 'size', 'created_at'])
          .where('created_by', '=', actor.user_id)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
  },
  {
    name: 'bcf-imports',
    rows: ({ tx, actor }) =>
      readAllPages((after, limit) =>
        tx
          .selectFrom('bcf_imports')
          .select(['id', 'project_id', 'file_name', 'size_bytes', 'state', 'created_at'])
          .where('created_by', '=', actor.user_id)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
  },
]
