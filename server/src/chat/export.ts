import { type ExportPart, readAllPages } from '../users/export-parts.ts'

/** The user's messages and files for the export of personal data. */
export const chatExportParts: ExportPart[] = [
  {
    name: 'messages',
    rows: ({ tx, actor }) =>
      readAllPages((after, limit) =>
        tx
          .selectFrom('chat_messages')
          .select(['id', 'chat_id', 'message', 'created_at'])
          .where('user_id', '=', actor.user_id)
          .where('is_deleted', '=', false)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
  },
  {
    name: 'chat-files',
    rows: ({ tx, actor }) =>
      readAllPages((after, limit) =>
        tx
          .selectFrom('chat_files')
          .select(['id', 'chat_id', 'message_id', 'name', 'type', 'size', 'created_at'])
          .where('user_id', '=', actor.user_id)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
  },
]
