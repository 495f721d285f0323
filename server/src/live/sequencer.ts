import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

const LOCK = 7_700_001

/** Held to the end of the transaction by who gives numbers, or must know that nobody does. */
export async function lockSequence(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
}

/**
 * Gives committed outbox rows their `seq`, one batch at a time under a lock, so that seq follows commit order and a
 * reader who has seen n never misses a row below n. Rows of one batch are ordered by the moment of `tell`: of two
 * writes of which one waited for the other, the first comes first. Returns how many rows got a number.
 */
export async function numberOutboxRows(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockSequence(tx)
    const { rows } = await sql<{ id: string }>`
      with unsent as (select id from outbox where seq is null order by created_at, id limit 1000),
      numbered as (select id, nextval('outbox_seq') as seq from unsent)
      update outbox set seq = numbered.seq from numbered where outbox.id = numbered.id returning outbox.id`.execute(
      tx,
    )
    return rows.length
  })
}
