import type { Updateable } from 'kysely'
import type { Server } from '../context.ts'
import { inTransaction, type Tx, toJsonb } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { retryTransient } from '../db/transient-errors.ts'
import type { Teller } from '../live/tell.ts'
import { proposeLevels, type Storey } from './levels.ts'
import { tellVariant } from './tell-variant.ts'

/** One try at processing a version, and how it may end. Late words of an older attempt change nothing. */

const HEARTBEAT_MS = 5000
const HINTS_MS = 250
/** a version whose worker crashed is tried once more */
const CRASHES = 1
const MOST_STOREYS = 500

export interface Attempt {
  id: string
  header_id: string
  project_id: string
  file_name: string
  sha256: string | null
  blob_key: string | null
  attempt: number
  crashes: number
  forced: boolean
}

/** What a finished try writes into the version's row, and the storeys of a model. */
export interface Outcome {
  columns: Updateable<Tables['bim_file_variants']>
  storeys: Storey[]
}

export interface Desk {
  server: Server
  teller: Teller
}

/** An update of the row that is made only while this attempt owns it. */
export const stillMine = (tx: Tx, attempt: Attempt) =>
  tx
    .updateTable('bim_file_variants')
    .where('id', '=', attempt.id)
    .where('attempt', '=', attempt.attempt)
    .where('state', '=', 'PROCESSING')

async function end(
  { server, teller }: Desk,
  attempt: Attempt,
  values: Updateable<Tables['bim_file_variants']>,
  result?: Outcome,
) {
  const write = async (tx: Tx) => {
    const { numUpdatedRows } = await stillMine(tx, attempt)
      .set({ ...values, stage: null, processed_at: server.now().toISOString() })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const tell = teller.begin(tx)
    if (result) await proposeLevels(tx, tell, attempt.project_id, result.storeys)
    await tellVariant(tell, attempt, 'PROCESSED')
  }
  await retryTransient(() => inTransaction(server.db, write))
  teller.nudge()
}

export function completeAttempt(desk: Desk, attempt: Attempt, result: Outcome): Promise<void> {
  const storeys = toJsonb(result.storeys.slice(0, MOST_STOREYS))
  const values = { state: 'COMPLETED', progress: 100, error: null, storeys, ...result.columns } as const
  return end(desk, attempt, values, result)
}

export interface Failure {
  code: string
  message: string
  hint: string
}

export function failAttempt(desk: Desk, attempt: Attempt, { code, message, hint }: Failure): Promise<void> {
  return end(desk, attempt, { state: 'FAILED', error: toJsonb({ code, message, hint }) })
}

/** Back into the queue, with as many crashes as it has had. */
export async function requeueAttempt(
  { server, teller }: Desk,
  attempt: Attempt,
  crashes: number,
): Promise<void> {
  await inTransaction(server.db, async (tx) => {
    const { numUpdatedRows } = await stillMine(tx, attempt)
      .set({ state: 'QUEUED', stage: null, progress: 0, crashes, queued_at: server.now().toISOString() })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await server.jobs.add(tx, 'convert', {})
    await tellVariant(teller.begin(tx), attempt)
  })
  teller.nudge()
}

/** A worker that died: once more, then FAILED. */
export function afterCrash(desk: Desk, attempt: Attempt, failure: Failure): Promise<void> {
  return attempt.crashes < CRASHES
    ? requeueAttempt(desk, attempt, attempt.crashes + 1)
    : failAttempt(desk, attempt, failure)
}

/** Tells progress: to browsers four times a second at most, to the row (with its heartbeat) every five seconds. */
export function followProgress({ server }: Desk, attempt: Attempt, abort: AbortController) {
  let latest = { stage: 'VALIDATE', progress: 0 }
  let hintedAt = 0
  const write = async () => {
    const { numUpdatedRows } = await stillMine(server.db, attempt)
      .set({
        stage: latest.stage as 'VALIDATE',
        progress: latest.progress,
        heartbeat_at: server.now().toISOString(),
      })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) abort.abort()
  }
  const beat = () => void write().catch((error) => server.log.warn({ err: error }, 'heartbeat'))
  const timer = setInterval(beat, HEARTBEAT_MS)
  return {
    report: (stage: string, progress: number) => {
      latest = { stage, progress: Math.floor(progress) }
      const now = Date.now()
      if (now - hintedAt < HINTS_MS) return
      hintedAt = now
      const data = { header_id: attempt.header_id, variant_id: attempt.id, ...latest }
      const audience = { level: 'VIEWER' as const }
      server.live.hint({ type: 'variant.progress', project_id: attempt.project_id, data }, audience)
    },
    end: () => clearInterval(timer),
  }
}
