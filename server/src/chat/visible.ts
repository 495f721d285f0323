import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** The only door to conversations: a project's for its members, others for those who are in them. */
export function visibleChats(tx: Tx, userId: string) {
  return tx
    .selectFrom('chats')
    .leftJoin('projects', 'projects.id', 'chats.project_id')
    .leftJoin('project_members as pm', (join) =>
      join.onRef('pm.project_id', '=', 'chats.project_id').on('pm.user_id', '=', userId),
    )
    .leftJoin('chat_members as me', (join) =>
      join.onRef('me.chat_id', '=', 'chats.id').on('me.user_id', '=', userId),
    )
    .where(
      sql<boolean>`case when chats.kind = 'PROJECT' then pm.user_id is not null and projects.deleted_at is null
        else me.user_id is not null end`,
    )
}

/** People who take part in a conversation. */
export async function chatMembers(
  tx: Tx,
  chat: { id: string; project_id: string | null },
): Promise<string[]> {
  const rows = chat.project_id
    ? await tx
        .selectFrom('project_members')
        .select('user_id')
        .where('project_id', '=', chat.project_id)
        .execute()
    : await tx.selectFrom('chat_members').select('user_id').where('chat_id', '=', chat.id).execute()
  return rows.map((row) => row.user_id)
}
