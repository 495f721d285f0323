import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

const LOCK = 7_700_001

/** Locks the numbering of outbox rows until the transaction ends. */
export async function lockSequence(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
}

/**
 * Assigns `seq` to committed outbox rows, one batch at a time under a lock: seq follows commit order, so a client at n
 * never misses a row below n. Rows of a batch are sorted by the time of `tell`, so that a write that waited for another
 * comes after it. Returns how many rows were numbered.
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
