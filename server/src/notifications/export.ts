import { sql } from 'kysely'
import { type ExportPart, readAllPages } from '../users/export-parts.ts'

/** The user's notifications, settings and push devices for the export of personal data. */
export const notificationExportParts: ExportPart[] = [
  {
    name: 'notifications',
    rows: ({ tx, actor }) =>
      readAllPages((after, limit) =>
        tx
          .selectFrom('notifications')
          .select(['id', 'project_id', 'type', 'state', 'created_at', 'snoozed_until'])
          // texts by other users are not the user's data
          .select(sql`payload - 'message'`.as('payload'))
          .where('user_id', '=', actor.user_id)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
  },
  {
    name: 'notification-settings',
    rows: ({ tx, actor }) =>
      tx.selectFrom('notification_settings').selectAll().where('user_id', '=', actor.user_id).execute(),
  },
  {
    name: 'push-devices',
    rows: ({ tx, actor }) =>
      tx
        .selectFrom('push_devices')
        .select(['id', 'name', 'endpoint', 'created_at'])
        .where('user_id', '=', actor.user_id)
        .execute(),
  },
]
