import { type ExportPart, everyRow } from '../users/export.ts'

/** What the person said. */
export const chatParts: ExportPart[] = [
  {
    name: 'messages',
    rows: ({ tx, actor }) =>
      everyRow((after, limit) =>
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
]
