import type { Chat } from '@plumbline/contract/chat/chat'
import { sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import { buildChats } from './reads.ts'
import { selectChats } from './visible.ts'

/** listed conversations, most recently active first */
const MAX_CHATS = 500

export async function listChats({ tx, actor }: UserCtx): Promise<Chat[]> {
  const rows = await selectChats(tx, actor.user_id)
    // hides direct conversations that another user opened without writing
    .where((eb) =>
      eb.or([
        eb('chats.kind', '<>', 'DIRECT'),
        eb('chats.message_count', '>', 0),
        eb(eb.fn.coalesce('chats.created_by', sql<string>`${actor.user_id}::uuid`), '=', actor.user_id),
      ]),
    )
    .orderBy('chats.last_at', 'desc')
    .orderBy('chats.id')
    .limit(MAX_CHATS)
    .execute()
  return buildChats(tx, rows)
}
