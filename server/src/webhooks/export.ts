import { type ExportPart, readAllPages } from '../users/export-parts.ts'

/** The user's webhooks for the export of personal data, without secrets. */
export const webhookExportParts: ExportPart[] = [
  {
    name: 'webhooks',
    rows: ({ tx, actor }) =>
      readAllPages((after, limit) =>
        tx
          .selectFrom('webhooks')
          .select(['id', 'project_id', 'url', 'events', 'created_at'])
          .where('created_by', '=', actor.user_id)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
  },
]
