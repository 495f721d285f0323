import { sql } from 'kysely'
import { type ExportPart, readAllPages } from '../users/export-parts.ts'

/** The user's messages, reactions and files for the export of personal data. */
export const chatExportParts: ExportPart[] = [
  {
    name: 'messages',
    rows: ({ tx, actor }) =>
      readAllPages((after, limit) =>
        tx
          .selectFrom('chat_messages')
          .select(['id', 'chat_id', 'message', 'reply_position', 'created_at', 'edited_at'])
          .where('user_id', '=', actor.user_id)
          .where('is_deleted', '=', false)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
  },
  {
    // one row for each message
    name: 'chat-reactions',
    rows: ({ tx, actor }) =>
      readAllPages((after, limit) =>
        tx
          .selectFrom('chat_reactions as r')
          .innerJoin('chat_messages as m', 'm.id', 'r.message_id')
          .select(['m.id', 'm.chat_id'])
          .select(
            sql<object[]>`json_agg(json_build_object('reaction', r.reaction, 'created_at', r.created_at)
              order by r.created_at, r.reaction)`.as('reactions'),
          )
          .where('r.user_id', '=', actor.user_id)
          .where('m.id', '>', after)
          .groupBy(['m.id', 'm.chat_id'])
          .orderBy('m.id')
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
