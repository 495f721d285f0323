import type { EventFrame } from '@plumbline/contract/events'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { lockSequence, type OutboxRow } from './sequencer.ts'
import { encodeFrame } from './socket-client.ts'

export const ROWS_PER_READ = 500
/** bounds of the rows in memory, and of the user ids in their audiences */
const MAX_ROWS = 5000
const MAX_NAMES = 200_000

export const buildFrame = (row: OutboxRow): EventFrame => ({
  id: row.seq,
  type: row.type,
  project_id: row.project_id,
  data: row.data,
})

/** The next numbered rows after a seq, one batch at most. */
export async function readOutboxRows(db: Db, after: number): Promise<OutboxRow[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['seq', 'type', 'project_id', 'audience', 'data'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(ROWS_PER_READ)
    .execute()
  return rows as OutboxRow[]
}

/** The seq of the oldest stored row; null if there is none. */
export async function readFirstSeq(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.min('seq').as('first'))
    .executeTakeFirst()
  return row?.first === null || row?.first === undefined ? null : Number(row.first)
}

/** The last assigned seq, even if its row was swept; read under the lock, so that none is being assigned. */
export function readLastSeq(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockSequence(tx)
    const { rows } = await sql<{ last: number }>`
      select case when is_called then last_value else 0 end::int8 as last from outbox_seq`.execute(tx)
    return Number(rows[0]?.last ?? 0)
  })
}

/** Deletes rows older than a day, and all before them: clients that were away longer reload. */
export async function sweepOutbox(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 24 * 3600 * 1000).toISOString()
  await db
    .deleteFrom('outbox')
    .where('seq', '<=', (eb) =>
      eb
        .selectFrom('outbox as old')
        .select((s) => s.fn.max('old.seq').as('last'))
        .where('old.created_at', '<', before),
    )
    .execute()
}

export interface EncodedRow {
  row: OutboxRow
  frame: Buffer
}

const computeWeight = ({ audience }: OutboxRow) => 1 + ('users' in audience ? audience.users.length : 0)

/** The newest rows in memory with their encoded frames. */
export class RecentRows {
  private rows: EncodedRow[] = []
  private weight = 0
  /** all rows after this seq are in memory */
  private since: number

  constructor(position: number) {
    this.since = position
  }

  add(row: OutboxRow): EncodedRow {
    const encoded = { row, frame: encodeFrame(buildFrame(row)) }
    this.rows.push(encoded)
    this.weight += computeWeight(row)
    // drops half at once: removing one element from the front of a long array costs as much
    if (this.rows.length > MAX_ROWS || this.weight > MAX_NAMES)
      for (const gone of this.rows.splice(0, Math.ceil(this.rows.length / 2))) {
        this.weight -= computeWeight(gone.row)
        this.since = gone.row.seq
      }
    return encoded
  }

  /** All rows after a seq; null if some are no longer in memory. */
  after(seq: number): EncodedRow[] | null {
    if (seq < this.since) return null
    let low = 0
    let high = this.rows.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.rows[middle] as EncodedRow).row.seq <= seq) low = middle + 1
      else high = middle
    }
    return this.rows.slice(low)
  }
}
