import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import type { EventAudience } from './tell.ts'

const LOCK = 7_700_001

/** Locks the numbering of outbox rows until the transaction ends. */
export async function lockSequence(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
}

/** An outbox row as the hub sends it. */
export interface OutboxRow {
  seq: number
  type: string
  project_id: string | null
  audience: EventAudience
  data: Record<string, unknown>
}

export const MAX_NUMBERED = 1000

/**
 * Assigns `seq` to committed outbox rows, one batch at a time under a lock: seq follows commit order, so a client at n never
 * misses a row below n. Rows of a batch are sorted by the time of `tell`, so that a write that waited for another follows
 * it. Returns the numbered rows in order.
 */
export async function numberOutboxRows(db: Db): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`select * from number_outbox(${LOCK}, ${MAX_NUMBERED})`.execute(db)
  return rows
}
