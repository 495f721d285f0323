import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const LOCK = 7_700_001

/**
 * Gives committed outbox rows their `seq`, one batch at a time under a lock, so that seq follows commit order and a
 * reader who has seen n never misses a row below n. Returns how many rows got one.
 */
export async function sequence(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      with unsent as (select id from outbox where seq is null order by created_at, id limit 1000),
      numbered as (select id, nextval('outbox_seq') as seq from unsent)
      update outbox set seq = numbered.seq from numbered where outbox.id = numbered.id returning outbox.id`.execute(
      tx,
    )
    return rows.length
  })
}
