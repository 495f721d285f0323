import { BcfError } from '@plumbline/bcf/errors'
import { type BcfArchive, openBcf } from '@plumbline/bcf/open'
import { cutText, repairLine } from '@plumbline/contract/characters'
import { pauseWhileAway } from '../../blobs/pause-while-away.ts'
import { inTransaction, toJsonb } from '../../db/database.ts'
import { inProject } from '../../db/project-scope.ts'
import { isDiskFull } from '../../http/refusal.ts'
import { AttemptLostError, applyImport, getImportEditor, ImportRightsError } from './apply-import.ts'
import {
  archiveKey,
  claimImport,
  failImport,
  finishAttempt,
  type ImportAttempt,
  type ImportServices,
  recoverLostAttempts,
  requeueImport,
  retryOrFail,
  startHeartbeat,
} from './import-attempt.ts'
import { getImportProject, type PersonMapping } from './import-columns.ts'
import { buildErrorNote, diskFullNote, internalNote, rightsLostNote, workerLostNote } from './notes.ts'
import { readArchive, summarizeWarnings } from './read-archive.ts'
import { storeFiles } from './store-files.ts'
import { sweepImports } from './sweep-imports.ts'

/**
 * Runs imports. A job only wakes the worker, `bcf_imports` holds the state. The preview changes no issue, and applying
 * is one transaction.
 */

interface AttemptProgress {
  signal: AbortSignal
  report: (part: number) => void
}

async function previewImport(
  services: ImportServices,
  attempt: ImportAttempt,
  archive: BcfArchive,
  progressHandle: AttemptProgress,
): Promise<void> {
  const member = await getImportEditor(services.server.db, attempt)
  const { topics, outcomes, people } = await readArchive(services, attempt, archive, member, progressHandle)
  const { version, project } = archive
  await finishAttempt(services, attempt, {
    state: 'READY',
    progress: 100,
    topics,
    version,
    ...{
      outcomes: toJsonb(outcomes),
      people: toJsonb(people),
      warnings: toJsonb(summarizeWarnings(archive.warnings)),
    },
    project_name: cutText(repairLine(project.name ?? ''), 255) || null,
  })
}

async function runImport(
  services: ImportServices,
  attempt: ImportAttempt,
  archive: BcfArchive,
  progressHandle: AttemptProgress,
  pause: () => void,
): Promise<void> {
  const { server } = services
  const member = await getImportEditor(server.db, attempt)
  const project = await getImportProject(server.db, member.project_id, attempt.people as PersonMapping[])
  await storeFiles(server, attempt, archive, { member, project }, progressHandle)
  progressHandle.signal.throwIfAborted()
  // `applyImport` locks the row: the heartbeat would wait for it
  pause()
  await applyImport(services, attempt)
}

async function runAttempt(
  services: ImportServices,
  attempt: ImportAttempt,
  abort: AbortController,
): Promise<void> {
  const source = await services.server.blobs.openLocalFile(archiveKey(attempt))
  const progress = startHeartbeat(services, attempt, abort)
  const progressHandle = { signal: abort.signal, report: progress.report }
  let archive: BcfArchive | undefined
  try {
    archive = await openBcf(source.file)
    if (attempt.state === 'READING') await previewImport(services, attempt, archive, progressHandle)
    else await runImport(services, attempt, archive, progressHandle, progress.end)
  } finally {
    progress.end()
    archive?.close()
    await source.release()
  }
}

/** Fails the import with a reason; crashes are retried once. While the storage is away the import stays in the queue. */
async function handleAttemptError(
  services: ImportServices,
  attempt: ImportAttempt,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (error instanceof AttemptLostError) return
  if (error instanceof BcfError) return failImport(services, attempt, buildErrorNote(error))
  if (error instanceof ImportRightsError) return failImport(services, attempt, rightsLostNote)
  services.server.log.error({ err: error, import: attempt.id }, 'import failed')
  if (isDiskFull(error)) return failImport(services, attempt, diskFullNote)
  if (await pauseWhileAway(services.server.blobs, signal))
    return requeueImport(services, attempt, attempt.crashes)
  return retryOrFail(services, attempt, internalNote)
}

/** Queues a job if imports wait: jobs of a killed server are lost, and a superfluous job ends at once. */
async function queueWaitingImports({ server: { db, jobs } }: ImportServices): Promise<void> {
  const waiting = await db
    .selectFrom('bcf_imports')
    .select('id')
    .where('state', 'in', ['READING', 'APPLYING'])
    .where('heartbeat_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (waiting) await inTransaction(db, (tx) => jobs.add(tx, 'bcf', {}))
}

export function createImporter(services: ImportServices) {
  const { server } = services
  return {
    /** runs one waiting step of an import; when `signal` aborts, the step goes back into the queue */
    async next(signal: AbortSignal): Promise<void> {
      const attempt = await claimImport(services)
      // a cancelled import leaves blobs to sweep
      if (!attempt) return sweepImports(server)
      const abort = new AbortController()
      signal.addEventListener('abort', () => abort.abort(), { once: true })
      try {
        await inProject(attempt.project_id, () => runAttempt(services, attempt, abort))
      } catch (error) {
        if (signal.aborted) await requeueImport(services, attempt, attempt.crashes)
        // aborted without the signal: the import was cancelled or claimed again
        else if (!abort.signal.aborted) await handleAttemptError(services, attempt, error, signal)
      }
      await server.db
        .updateTable('bcf_imports')
        .set({ heartbeat_at: null })
        .where('id', '=', attempt.id)
        .where('attempt', '=', attempt.attempt)
        .where('state', '=', 'CANCELLED')
        .execute()
      if (signal.aborted) return
      await queueWaitingImports(services)
      await sweepImports(server)
    },
    /** recovers imports without a worker or job; `all` at start-up, when no worker can be running */
    async recover(all: boolean): Promise<void> {
      await recoverLostAttempts(services, all, workerLostNote)
      await queueWaitingImports(services)
      await sweepImports(server)
    },
  }
}
