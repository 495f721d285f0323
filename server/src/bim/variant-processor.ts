import { typeOfFile } from '@plumbline/contract/bim/bim.rules'
import { sql } from 'kysely'
import { pauseWhileAway } from '../blobs/pause-while-away.ts'
import type { Server } from '../context.ts'
import { inTransaction, type Tx, toJsonb } from '../db/database.ts'
import { hasWaitingItem, recoverItems } from '../jobs/background-runs.ts'
import { waitForRemoval } from '../projects/artefact-folders.ts'
import { inSpan } from '../tracing/tracing.ts'
import { artefactFolder, findResult } from './artefacts.ts'
import { runCheck } from './check/run-check.ts'
import {
  type ConversionAttempt,
  completeProcessing,
  failProcessing,
  type ProcessingResult,
  type ProcessingServices,
  requeueVariant,
  retryOrFailVariant,
  startProgressReports,
} from './conversion-attempt.ts'
import { type ConversionProcessPool, createProcessPool } from './convert/child-process.ts'
import { convertModel, sweepWorkFolders } from './convert-model.ts'
import { describeFailure } from './describe-failure.ts'
import { ensureIndexed } from './elements/index-model.ts'
import { fetchBefore } from './fetch-before.ts'
import { publishFirstStorey, removeFirstStorey } from './first-storey.ts'
import { publishVariantUpdate } from './publish-variant-update.ts'
import { createReconverter } from './reconversion/reconvert-model.ts'

/**
 * Processes versions. A job only signals that one is waiting; the worker claims one, fairly among companies. The version's
 * row holds its state. Models that an operator converts again wait until no version does.
 */

const HEARTBEAT_TIMEOUT_MS = 60_000
const attemptColumns = [
  'id',
  'header_id',
  'project_id',
  'file_name',
  'sha256',
  'blob_key',
  'attempt',
  'crashes',
  'forced',
  'traceparent',
] as const

/** Claims the waiting version of the company with the fewest running ones, then the longest wait. */
function claimVariant(tx: Tx, now: string): Promise<ConversionAttempt | undefined> {
  // once for each company: of each waiting version it would take longer than a statement may, and nothing would be claimed
  const next = sql<string>`(
    select v.id from bim_file_variants v join projects p on p.id = v.project_id
    left join (
      select rp.team_id, count(*) filter (where r.state = 'PROCESSING') as running, max(r.started_at) as started_at
      from bim_file_variants r join projects rp on rp.id = r.project_id
      where rp.team_id in (
        select wp.team_id from bim_file_variants w join projects wp on wp.id = w.project_id where w.state = 'QUEUED')
      group by rp.team_id
    ) t on t.team_id = p.team_id
    where v.state = 'QUEUED'
    order by t.running, t.started_at nulls first, v.queued_at
    limit 1 for update of v skip locked)`
  return tx
    .updateTable('bim_file_variants')
    .set({
      state: 'PROCESSING',
      stage: 'VALIDATE',
      progress: 0,
      first_key: null,
      attempt: sql`attempt + 1`,
      started_at: now,
      heartbeat_at: now,
    })
    .where('id', '=', next)
    .returning(attemptColumns)
    .executeTakeFirst()
}

async function convert(
  services: ProcessingServices,
  attempt: ConversionAttempt,
  abort: AbortController,
  children: ConversionProcessPool,
): Promise<ProcessingResult> {
  const { server } = services
  const { team_id } = await server.db
    .selectFrom('projects')
    .select('team_id')
    .where('id', '=', attempt.project_id)
    .executeTakeFirstOrThrow()
  const folder = artefactFolder(team_id, attempt.sha256 ?? '')
  // also for a stored result: its index may take longer than the timeout
  const progress = startProgressReports(services, attempt, abort)
  try {
    await waitForRemoval(server, folder)
    const known = attempt.forced ? null : await findResult(server, folder)
    if (known && (await ensureIndexed(server, folder))) return known
    return await convertModel(server, folder, attempt, {
      work_folder: `${attempt.id}-${attempt.attempt}`,
      attempt: attempt.attempt,
      signal: abort.signal,
      on_progress: progress.report,
      on_first: (first) => publishFirstStorey(services, attempt, first),
      // people restart a version that looks wrong: then everything is drawn
      ...(!attempt.forced && { fetch_before: (to) => fetchBefore(server, attempt, team_id, to) }),
      children,
    })
  } finally {
    progress.end()
  }
}

/** Checks a drawing, point cloud or mesh, which needs no conversion. */
async function check(
  services: ProcessingServices,
  attempt: ConversionAttempt,
  abort: AbortController,
): Promise<ProcessingResult> {
  const progress = startProgressReports(services, attempt, abort)
  try {
    return await checkStored(services.server, attempt, abort.signal)
  } finally {
    progress.end()
  }
}

async function checkStored(
  { blobs }: Server,
  { blob_key, file_name }: ConversionAttempt,
  signal: AbortSignal,
): Promise<ProcessingResult> {
  const source = await blobs.openLocalFile(blob_key ?? '')
  try {
    const { counts, warnings } = await runCheck(source.file, file_name, signal)
    return { columns: { counts: toJsonb(counts), warnings: toJsonb(warnings), not_shown: 0 }, storeys: [] }
  } finally {
    await source.release()
  }
}

/** Queues a job if models wait: jobs of a killed server are lost, and a superfluous job ends at once. */
async function queueWaitingModels({ db, jobs }: Server) {
  const waiting = await db
    .selectFrom('bim_file_variants')
    .select('id')
    .where('state', '=', 'QUEUED')
    .limit(1)
    .executeTakeFirst()
  if (waiting || (await hasWaitingItem(db, 'RECONVERSION')))
    await inTransaction(db, (tx) => jobs.add(tx, 'convert', {}))
}

/**
 * Fails the version with a message for the uploader; crashes are retried once. While the storage is away the version stays in
 * the queue.
 */
async function handleFailure(
  services: ProcessingServices,
  attempt: ConversionAttempt,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { failure, isRetried } = describeFailure(error)
  if (isRetried || failure.code === 'DISK_FULL')
    services.server.log.error({ err: error, variant: attempt.id }, 'conversion failed')
  if (!isRetried) return failProcessing(services, attempt, failure)
  if (await pauseWhileAway(services.server.blobs, signal))
    return requeueVariant(services, attempt, attempt.crashes)
  return retryOrFailVariant(services, attempt, failure)
}

export interface VariantProcessor {
  /**
   * Processes one waiting version, or else one model of an operator's run; when `signal` aborts, it goes back into the
   * queue.
   */
  processNext: (signal: AbortSignal) => Promise<void>
  /** recovers versions and models without a worker or job; `all` at start-up, when no worker can be running */
  recover: (all: boolean) => Promise<void>
  close: () => void
}

export function createVariantProcessor(services: ProcessingServices): VariantProcessor {
  const { server, teller } = services
  const running = new Map<string, AbortController>()
  // created with the first conversion: a server without models needs no process
  let children: ConversionProcessPool | null = null
  server.bus.subscribe('stop-variant', (id) => running.get(id as string)?.abort())

  const openChildren = () => {
    children ??= createProcessPool(server.config.convert.memoryMb)
    return children
  }
  const reconverter = createReconverter(services, openChildren)

  const work = (attempt: ConversionAttempt, abort: AbortController) => {
    if (typeOfFile(attempt.file_name) !== 'MODEL') return check(services, attempt, abort)
    return convert(services, attempt, abort, openChildren())
  }

  const processUpload = async (signal: AbortSignal): Promise<boolean> => {
    const attempt = await inTransaction(server.db, async (tx) => {
      const row = await claimVariant(tx, server.now().toISOString())
      if (row) await publishVariantUpdate(teller.begin(tx), row)
      return row
    })
    if (!attempt) return false
    teller.nudge()
    const abort = new AbortController()
    signal.addEventListener('abort', () => abort.abort(), { once: true })
    running.set(attempt.id, abort)
    try {
      const { id, project_id, traceparent } = attempt
      const attributes = {
        'plumbline.version_id': id,
        'plumbline.project_id': project_id,
        'plumbline.attempt': attempt.attempt,
      }
      await inSpan('process version', { traceparent, attributes }, async () =>
        completeProcessing(services, attempt, await work(attempt, abort)),
      )
    } catch (error) {
      // without effect for a version that was stopped or deleted; a stop may also arrive after the version was started again
      if (abort.signal.aborted) await requeueVariant(services, attempt, attempt.crashes)
      else await handleFailure(services, attempt, error, signal)
    } finally {
      // a later attempt may have begun after a stop
      if (running.get(attempt.id) === abort) running.delete(attempt.id)
      // after the update that announces the whole model
      await removeFirstStorey(server, attempt)
    }
    return true
  }

  const processNext = async (signal: AbortSignal) => {
    try {
      if (!(await processUpload(signal)) && !(await reconverter.processNext(signal))) return
    } finally {
      if (!signal.aborted) await queueWaitingModels(server)
    }
  }

  const recover = async (all: boolean) => {
    const since = new Date(server.now().getTime() - (all ? 0 : HEARTBEAT_TIMEOUT_MS)).toISOString()
    const lost = await server.db
      .selectFrom('bim_file_variants')
      .select(attemptColumns)
      .where('state', '=', 'PROCESSING')
      .where('heartbeat_at', '<=', since)
      .execute()
    for (const attempt of lost)
      await retryOrFailVariant(services, attempt, {
        code: 'WORKER_LOST',
        message: 'The processing was cut off twice',
        hint: 'Restart the processing; if it happens again, the file may be too large for this server',
      })
    await recoverItems(server.db, 'RECONVERSION', server.now(), all)
    await sweepWorkFolders(server)
    await queueWaitingModels(server)
  }
  return { processNext, recover, close: () => children?.close() }
}
