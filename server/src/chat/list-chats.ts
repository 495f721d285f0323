import type { Chat } from '@plumbline/contract/chat/chat'
import { sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import { withPeople } from './reads.ts'
import { chatRows } from './visible.ts'

/** conversations of one person in a list: those in which something was said last */
const MOST_CHATS = 500

export async function listChats({ tx, actor }: UserCtx): Promise<Chat[]> {
  const rows = await chatRows(tx, actor.user_id)
    // what somebody else has only opened is nothing to see yet
    .where((eb) =>
      eb.or([
        eb('chats.kind', '<>', 'DIRECT'),
        eb('chats.message_count', '>', 0),
        eb(eb.fn.coalesce('chats.created_by', sql<string>`${actor.user_id}::uuid`), '=', actor.user_id),
      ]),
    )
    .orderBy('chats.last_at', 'desc')
    .orderBy('chats.id')
    .limit(MOST_CHATS)
    .execute()
  return withPeople(tx, rows)
}
