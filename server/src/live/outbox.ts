import type { Frame } from '@plumbline/contract/events'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { lockSequence } from './sequencer.ts'
import { encodeFrame } from './socket-client.ts'
import type { Audience } from './tell.ts'

/** The rows of the outbox that have a number, and the newest of them in memory for those who come back. */

const ROWS_PER_READ = 500
/** Bounds of what is kept in memory: rows, and the people whom they name. */
const MAX_ROWS = 5000
const MAX_NAMES = 200_000

export interface OutboxRow {
  seq: number
  type: string
  project_id: string | null
  audience: Audience
  data: Record<string, unknown>
}

export const buildFrame = (row: OutboxRow): Frame => ({
  id: row.seq,
  type: row.type,
  project_id: row.project_id,
  data: row.data,
})

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

/** The number of the oldest row that is kept; null when none is. */
export async function readFirstSeq(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.min('seq').as('first'))
    .executeTakeFirst()
  return row?.first === null || row?.first === undefined ? null : Number(row.first)
}

/** The last number that was given, whether or not its row is still kept; no number is being given meanwhile. */
export function readLastSeq(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockSequence(tx)
    const { rows } = await sql<{ last: number }>`
      select case when is_called then last_value else 0 end::int8 as last from outbox_seq`.execute(tx)
    return Number(rows[0]?.last ?? 0)
  })
}

/** Forgets events older than a day, the oldest numbers first: who was away longer reloads. */
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

/** The newest rows as they were sent. */
export class RecentRows {
  private rows: EncodedRow[] = []
  private weight = 0
  /** everything after this number is here */
  private since: number

  constructor(position: number) {
    this.since = position
  }

  add(row: OutboxRow): EncodedRow {
    const kept = { row, frame: encodeFrame(buildFrame(row)) }
    this.rows.push(kept)
    this.weight += computeWeight(row)
    // half goes at once: moving a long array by one is as slow as moving it by many
    if (this.rows.length > MAX_ROWS || this.weight > MAX_NAMES)
      for (const gone of this.rows.splice(0, Math.ceil(this.rows.length / 2))) {
        this.weight -= computeWeight(gone.row)
        this.since = gone.row.seq
      }
    return kept
  }

  /** All rows after a number; null when some of them are no longer here. */
  after(seq: number): EncodedRow[] | null {
    if (seq < this.since) return null
    let [low, high] = [0, this.rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.rows[middle] as EncodedRow).row.seq <= seq) low = middle + 1
      else high = middle
    }
    return this.rows.slice(low)
  }
}
