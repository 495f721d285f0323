import { type ExportPart, readAllPages } from '../users/export-parts.ts'

/** Webhooks that the person added; never a secret. */
export const webhookParts: ExportPart[] = [
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
