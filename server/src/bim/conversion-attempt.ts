import type { Updateable } from 'kysely'
import type { Server } from '../context.ts'
import { inTransaction, type Tx, toJsonb } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { retryTransient } from '../db/transient-errors.ts'
import type { Teller } from '../live/tell.ts'
import { createOrProposeLevels, type Storey } from './levels.ts'
import { publishVariantUpdate } from './publish-variant-update.ts'
import { replaceArtefacts } from './reconversion/replaced-artefacts.ts'

/** One attempt at processing a version. The attempt number fences off late writes of an older attempt. */

const HEARTBEAT_MS = 5000
const PROGRESS_INTERVAL_MS = 250
/** a version whose worker crashed is retried once */
const MAX_CRASHES = 1
export const MAX_STOREYS = 500

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
  /** trace of the request that queued it */
  traceparent: string | null
}

/** Columns for the version's row after a successful attempt, and the storeys of a model. */
export interface ProcessingResult {
  columns: Updateable<Tables['bim_file_variants']>
  storeys: Storey[]
}

export interface ProcessingServices {
  server: Server
  teller: Teller
}

/** Updates the version's row only while this attempt still owns it. */
export const updateClaimedVariant = (tx: Tx, attempt: ConversionAttempt) =>
  tx
    .updateTable('bim_file_variants')
    .where('id', '=', attempt.id)
    .where('attempt', '=', attempt.attempt)
    .where('state', '=', 'PROCESSING')

const selectClaimedVariant = (tx: Tx, attempt: ConversionAttempt) =>
  tx
    .selectFrom('bim_file_variants')
    .select('id')
    .where('id', '=', attempt.id)
    .where('attempt', '=', attempt.attempt)
    .where('state', '=', 'PROCESSING')
    .forUpdate()

async function finishAttempt(
  { server, teller }: ProcessingServices,
  attempt: ConversionAttempt,
  values: Updateable<Tables['bim_file_variants']>,
  result?: ProcessingResult,
) {
  const write = async (tx: Tx) => {
    const owned = await selectClaimedVariant(tx, attempt).executeTakeFirst()
    if (!owned) return
    if (result) await replaceArtefacts(tx, attempt.id, result.columns, server.now())
    await updateClaimedVariant(tx, attempt)
      .set({ ...values, stage: null, processed_at: server.now().toISOString() })
      .execute()
    const tell = teller.begin(tx)
    if (result) await createOrProposeLevels(tx, tell, attempt.project_id, result.storeys)
    await publishVariantUpdate(tell, attempt, 'PROCESSED')
  }
  await retryTransient(() => inTransaction(server.db, write))
  teller.nudge()
}

export function completeProcessing(
  services: ProcessingServices,
  attempt: ConversionAttempt,
  result: ProcessingResult,
): Promise<void> {
  const storeys = toJsonb(result.storeys.slice(0, MAX_STOREYS))
  const values = { state: 'COMPLETED', progress: 100, error: null, storeys, ...result.columns } as const
  return finishAttempt(services, attempt, values, result)
}

export interface ProcessingFailure {
  code: string
  message: string
  hint: string
}

export function failProcessing(
  services: ProcessingServices,
  attempt: ConversionAttempt,
  { code, message, hint }: ProcessingFailure,
): Promise<void> {
  return finishAttempt(services, attempt, { state: 'FAILED', error: toJsonb({ code, message, hint }) })
}

/** Puts the version back into the queue with its crash count. */
export async function requeueVariant(
  { server, teller }: ProcessingServices,
  attempt: ConversionAttempt,
  crashes: number,
): Promise<void> {
  const requeue = async (tx: Tx) => {
    const { numUpdatedRows } = await updateClaimedVariant(tx, attempt)
      .set({ state: 'QUEUED', stage: null, progress: 0, crashes, queued_at: server.now().toISOString() })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await server.jobs.add(tx, 'convert', {})
    await publishVariantUpdate(teller.begin(tx), attempt)
  }
  await retryTransient(() => inTransaction(server.db, requeue))
  teller.nudge()
}

/** Retries a version after the first crash of its worker, fails it after the second. */
export function retryOrFailVariant(
  services: ProcessingServices,
  attempt: ConversionAttempt,
  failure: ProcessingFailure,
): Promise<void> {
  return attempt.crashes < MAX_CRASHES
    ? requeueVariant(services, attempt, attempt.crashes + 1)
    : failProcessing(services, attempt, failure)
}

/** Publishes progress at most four times a second, and writes it with a heartbeat into the row every five seconds. */
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
  const writeHeartbeat = () => void write().catch((error) => server.log.warn({ err: error }, 'heartbeat'))
  const timer = setInterval(writeHeartbeat, HEARTBEAT_MS)
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
