import type { Chat } from '@plumbline/contract/chat/chat'
import { sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { buildChats, type ChatsWithParts, selectChatsWithParts } from './reads.ts'
import { selectChats } from './visible.ts'

/** listed conversations, most recently active first */
const MAX_CHATS = 500
/** listed members of conversations of projects: the list is read again after each message */
const MAX_LISTED_MEMBERS = 2000

const readChats = prepareQuery<{ user_id: string }, ChatsWithParts>((db, parameter) => {
  const userId = sql<string>`${parameter('user_id')}::uuid`
  return selectChatsWithParts(
    db,
    sql`${selectChats(db, userId)
      // hides direct conversations that another user opened without writing
      .where((eb) =>
        eb.or([
          eb('chats.kind', '<>', 'DIRECT'),
          eb('chats.message_count', '>', 0),
          eb(eb.fn.coalesce('chats.created_by', userId), '=', userId),
        ]),
      )
      .orderBy('chats.last_at', 'desc')
      .orderBy('chats.id')
      .limit(MAX_CHATS)}`,
    MAX_LISTED_MEMBERS,
  )
})

export async function listChats({ tx, actor: { user_id } }: UserCtx): Promise<Chat[]> {
  const [found] = await readChats(tx, { user_id })
  return found ? buildChats(found) : []
}
