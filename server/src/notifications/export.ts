import { type ExportPart, everyRow } from '../users/export.ts'

/** What the person was told. */
export const notificationParts: ExportPart[] = [
  {
    name: 'notifications',
    rows: ({ tx, actor }) =>
      everyRow((after, limit) =>
        tx
          .selectFrom('notifications')
          .select(['id', 'project_id', 'type', 'state', 'payload', 'created_at'])
          .where('user_id', '=', actor.user_id)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
  },
]
