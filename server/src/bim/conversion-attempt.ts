import type { Updateable } from 'kysely'
import type { Server } from '../context.ts'
import { inTransaction, json, type Tx } from '../db/database.ts'
import { untilPassed } from '../db/passing.ts'
import type { Tables } from '../db/tables.ts'
import type { Teller } from '../live/tell.ts'
import { createOrProposeLevels, type Storey } from './levels.ts'
import { publishVariantUpdate } from './publish-variant-update.ts'

/** One try at processing a version, and how it may end. Late words of an older attempt change nothing. */

const HEARTBEAT_MS = 5000
const PROGRESS_INTERVAL_MS = 250
/** a version whose worker crashed is tried once more */
const MAX_CRASHES = 1
const MAX_STOREYS = 500

export interface ConversionAttempt {
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
export interface ProcessingResult {
  columns: Updateable<Tables['bim_file_variants']>
  storeys: Storey[]
}

export interface ProcessingServices {
  server: Server
  teller: Teller
}

/** An update of the row that is made only while this attempt owns it. */
export const updateClaimedVariant = (tx: Tx, attempt: ConversionAttempt) =>
  tx
    .updateTable('bim_file_variants')
    .where('id', '=', attempt.id)
    .where('attempt', '=', attempt.attempt)
    .where('state', '=', 'PROCESSING')

async function finishAttempt(
  { server, teller }: ProcessingServices,
  attempt: ConversionAttempt,
  values: Updateable<Tables['bim_file_variants']>,
  result?: ProcessingResult,
) {
  const write = async (tx: Tx) => {
    const { numUpdatedRows } = await updateClaimedVariant(tx, attempt)
      .set({ ...values, stage: null, processed_at: server.now().toISOString() })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const tell = teller.begin(tx)
    if (result) await createOrProposeLevels(tx, tell, attempt.project_id, result.storeys)
    await publishVariantUpdate(tell, attempt, 'PROCESSED')
  }
  await untilPassed(() => inTransaction(server.db, write))
  teller.nudge()
}

export function completeProcessing(
  desk: ProcessingServices,
  attempt: ConversionAttempt,
  result: ProcessingResult,
): Promise<void> {
  const storeys = json(result.storeys.slice(0, MAX_STOREYS))
  const values = { state: 'COMPLETED', progress: 100, error: null, storeys, ...result.columns } as const
  return finishAttempt(desk, attempt, values, result)
}

export interface ProcessingFailure {
  code: string
  message: string
  hint: string
}

export function failProcessing(
  desk: ProcessingServices,
  attempt: ConversionAttempt,
  { code, message, hint }: ProcessingFailure,
): Promise<void> {
  return finishAttempt(desk, attempt, { state: 'FAILED', error: json({ code, message, hint }) })
}

/** Back into the queue, with as many crashes as it has had. */
export async function requeueVariant(
  { server, teller }: ProcessingServices,
  attempt: ConversionAttempt,
  crashes: number,
): Promise<void> {
  await inTransaction(server.db, async (tx) => {
    const { numUpdatedRows } = await updateClaimedVariant(tx, attempt)
      .set({ state: 'QUEUED', stage: null, progress: 0, crashes, queued_at: server.now().toISOString() })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await server.jobs.add(tx, 'convert', {})
    await publishVariantUpdate(teller.begin(tx), attempt)
  })
  teller.nudge()
}

/** A worker that died: once more, then FAILED. */
export function retryOrFailVariant(
  desk: ProcessingServices,
  attempt: ConversionAttempt,
  failure: ProcessingFailure,
): Promise<void> {
  return attempt.crashes < MAX_CRASHES
    ? requeueVariant(desk, attempt, attempt.crashes + 1)
    : failProcessing(desk, attempt, failure)
}

/** Tells progress: to browsers four times a second at most, to the row (with its heartbeat) every five seconds. */
export function startProgressReports(
  { server }: ProcessingServices,
  attempt: ConversionAttempt,
  abort: AbortController,
) {
  let latest = { stage: 'VALIDATE', progress: 0 }
  let hintedAt = 0
  const write = async () => {
    const { numUpdatedRows } = await updateClaimedVariant(server.db, attempt)
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
      if (now - hintedAt < PROGRESS_INTERVAL_MS) return
      hintedAt = now
      const data = { header_id: attempt.header_id, variant_id: attempt.id, ...latest }
      const audience = { level: 'VIEWER' as const }
      server.live.hint({ type: 'variant.progress', project_id: attempt.project_id, data }, audience)
    },
    end: () => clearInterval(timer),
  }
}
