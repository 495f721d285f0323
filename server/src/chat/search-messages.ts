import type * as api from '@plumbline/contract/chat/chat'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { buildMessages, CHAT_PAGE_SIZE, selectMessages } from './reads.ts'
import { buildSearchQuery } from './search-words.ts'
import { visibleChats } from './visible.ts'

/** Matching messages, newest first; `after` is the id of the previous page's last message. */
export async function searchMessages(ctx: UserCtx, { query }: Input<typeof api.searchMessages>) {
  const words = buildSearchQuery(query.q)
  if (!words) return { items: [], has_more: false }
  const visible = visibleChats(ctx.tx, ctx.actor.user_id)
    .select('chats.id')
    .$if(query.chat_id !== undefined, (chats) => chats.where('chats.id', '=', query.chat_id ?? ''))
  const { after } = query
  const rows = await selectMessages(ctx.tx)
    .where('m.chat_id', 'in', visible)
    .where(sql<boolean>`m.words @@ ${words}`)
    .$if(after !== undefined, (found) =>
      found.where(
        sql<boolean>`(m.created_at, m.id) < (select l.created_at, l.id from chat_messages l where l.id = ${after})`,
      ),
    )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(CHAT_PAGE_SIZE + 1)
    .execute()
  return {
    items: await buildMessages(ctx.tx, rows.slice(0, CHAT_PAGE_SIZE)),
    has_more: rows.length > CHAT_PAGE_SIZE,
  }
}
