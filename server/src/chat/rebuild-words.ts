import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { splitMessageWords } from './search-words.ts'

const BATCH_SIZE = 500

/** Rebuilds the searchable words of a conversation's messages; returns the number of corrected messages. */
export async function rebuildWords(db: Db, chatId: string, signal: AbortSignal): Promise<number> {
  let differing = 0
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    // past visible.ts: these rows are shown to nobody
    const messages = await db
      .selectFrom('chat_messages')
      .select(['id', 'position', 'message', sql<string>`md5(message)`.as('sum')])
      .where('chat_id', '=', chatId)
      .where('position', '>', after)
      .orderBy('position')
      .limit(BATCH_SIZE)
      .execute()
    const rows = messages.map(({ id, message, sum }) => ({ id, sum, words: splitMessageWords(message) }))
    // a message edited in the meantime has new words already
    const { numAffectedRows = 0n } = await sql`
      update chat_messages m set words = n.words
      from (
        select id, sum, array_to_tsvector(array(select jsonb_array_elements_text(words))) as words
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, sum text, words jsonb)
      ) n
      where m.id = n.id and md5(m.message) = n.sum and m.words is distinct from n.words`.execute(db)
    differing += Number(numAffectedRows)
    const last = messages.at(-1)
    if (!last || messages.length < BATCH_SIZE) return differing
    after = last.position
  }
}
