import type { EventFrame } from '@plumbline/contract/events'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { encode } from './reader.ts'
import { lockSequence } from './sequencer.ts'
import type { Audience } from './tell.ts'

/** The rows of the outbox that have a number, and the newest of them in memory for those who come back. */

const BATCH = 500
/** Bounds of what is kept in memory: rows, and the people whom they name. */
const KEPT_ROWS = 5000
const KEPT_NAMES = 200_000

export interface Row {
  seq: number
  type: string
  project_id: string | null
  audience: Audience
  data: Record<string, unknown>
}

export const frameOf = (row: Row): EventFrame => ({
  id: row.seq,
  type: row.type,
  project_id: row.project_id,
  data: row.data,
})

export async function readRows(db: Db, after: number): Promise<Row[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['seq', 'type', 'project_id', 'audience', 'data'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(BATCH)
    .execute()
  return rows as Row[]
}

/** The number of the oldest row that is kept; null when none is. */
export async function firstKept(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.min('seq').as('first'))
    .executeTakeFirst()
  return row?.first === null || row?.first === undefined ? null : Number(row.first)
}

/** The last number that was given, whether or not its row is still kept; no number is being given meanwhile. */
export function lastGiven(db: Db): Promise<number> {
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

export interface Kept {
  row: Row
  frame: Buffer
}

const weigh = ({ audience }: Row) => 1 + ('users' in audience ? audience.users.length : 0)

/** The newest rows as they were sent. */
export class Recent {
  private rows: Kept[] = []
  private weight = 0
  /** everything after this number is here */
  private since: number

  constructor(position: number) {
    this.since = position
  }

  add(row: Row): Kept {
    const kept = { row, frame: encode(frameOf(row)) }
    this.rows.push(kept)
    this.weight += weigh(row)
    // half goes at once: moving a long array by one is as slow as moving it by many
    if (this.rows.length > KEPT_ROWS || this.weight > KEPT_NAMES)
      for (const gone of this.rows.splice(0, Math.ceil(this.rows.length / 2))) {
        this.weight -= weigh(gone.row)
        this.since = gone.row.seq
      }
    return kept
  }

  /** All rows after a number; null when some of them are no longer here. */
  after(seq: number): Kept[] | null {
    if (seq < this.since) return null
    let [low, high] = [0, this.rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.rows[middle] as Kept).row.seq <= seq) low = middle + 1
      else high = middle
    }
    return this.rows.slice(low)
  }
}
