import type * as api from '@plumbline/contract/chat/chat'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { complete, messageRows, PAGE } from './reads.ts'
import { visibleChats } from './visible.ts'
import { searchedWords } from './words.ts'

/** Newest first; the next page begins after the last message had, whatever was said since. */
export async function searchMessages(ctx: UserCtx, { query }: Input<typeof api.searchMessages>) {
  const words = searchedWords(query.q)
  if (!words) return { items: [], has_more: false }
  const visible = visibleChats(ctx.tx, ctx.actor.user_id)
    .select('chats.id')
    .$if(query.chat_id !== undefined, (chats) => chats.where('chats.id', '=', query.chat_id ?? ''))
  const { after } = query
  const rows = await messageRows(ctx.tx)
    .where('m.chat_id', 'in', visible)
    .where(sql<boolean>`m.words @@ ${words}`)
    .$if(after !== undefined, (found) =>
      found.where(
        sql<boolean>`(m.created_at, m.id) < (select l.created_at, l.id from chat_messages l where l.id = ${after})`,
      ),
    )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  return { items: await complete(ctx.tx, rows.slice(0, PAGE)), has_more: rows.length > PAGE }
}
