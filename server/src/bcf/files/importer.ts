import { BcfError } from '@plumbline/bcf/errors'
import { type BcfArchive, openBcf } from '@plumbline/bcf/open'
import { cutText, repairLine } from '@plumbline/contract/characters'
import { inTransaction, json } from '../../db/database.ts'
import { isDiskFull } from '../../http/refusal.ts'
import { AttemptLostError, applyImport, getImportEditor, ImportRightsError } from './apply-import.ts'
import {
  archiveKey,
  claimImport,
  failAttempt,
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
 * Imports at work: a job of the queue says only that there is something to do; the rows say what. Reading changes
 * nothing but the preview, and what is taken over comes in one transaction.
 */

interface AttemptProgress {
  signal: AbortSignal
  report: (part: number) => void
}

async function previewImport(
  desk: ImportServices,
  attempt: ImportAttempt,
  archive: BcfArchive,
  work: AttemptProgress,
): Promise<void> {
  const member = await getImportEditor(desk.server.db, attempt)
  const { topics, outcomes, people } = await readArchive(desk, attempt, archive, member, work)
  const { version, project } = archive
  await finishAttempt(desk, attempt, {
    ...{ state: 'READY', progress: 100, topics, version },
    ...{
      outcomes: json(outcomes),
      people: json(people),
      warnings: json(summarizeWarnings(archive.warnings)),
    },
    project_name: cutText(repairLine(project.name ?? ''), 255) || null,
  })
}

async function runImport(
  desk: ImportServices,
  attempt: ImportAttempt,
  archive: BcfArchive,
  work: AttemptProgress,
  pause: () => void,
): Promise<void> {
  const { server } = desk
  const member = await getImportEditor(server.db, attempt)
  const project = await getImportProject(server.db, member.project_id, attempt.people as PersonMapping[])
  await storeFiles(server, attempt, archive, { member, project }, work)
  work.signal.throwIfAborted()
  // the row is held by the transaction until it is done
  pause()
  await applyImport(desk, attempt)
}

async function runAttempt(
  desk: ImportServices,
  attempt: ImportAttempt,
  abort: AbortController,
): Promise<void> {
  const source = await desk.server.blobs.local(archiveKey(attempt))
  const progress = startHeartbeat(desk, attempt, abort)
  const work = { signal: abort.signal, report: progress.report }
  let archive: BcfArchive | undefined
  try {
    archive = await openBcf(source.file)
    if (attempt.state === 'READING') await previewImport(desk, attempt, archive, work)
    else await runImport(desk, attempt, archive, work, progress.end)
  } finally {
    progress.end()
    archive?.close()
    await source.release()
  }
}

function handleAttemptError(
  desk: ImportServices,
  attempt: ImportAttempt,
  error: unknown,
): Promise<void> | undefined {
  if (error instanceof AttemptLostError) return undefined
  if (error instanceof BcfError) return failAttempt(desk, attempt, buildErrorNote(error))
  if (error instanceof ImportRightsError) return failAttempt(desk, attempt, rightsLostNote)
  desk.server.log.error({ err: error, import: attempt.id }, 'import failed')
  if (isDiskFull(error)) return failAttempt(desk, attempt, diskFullNote)
  return retryOrFail(desk, attempt, internalNote)
}

/** A job for what waits: those that a killed server had taken are gone, and a job too many ends at once. */
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

export function createImporter(desk: ImportServices) {
  const { server } = desk
  return {
    /** does one waiting step of an import, if there is one; `signal` puts it back into the queue */
    async next(signal: AbortSignal): Promise<void> {
      const attempt = await claimImport(desk)
      // one that was cancelled left its bytes
      if (!attempt) return sweepImports(server)
      const abort = new AbortController()
      signal.addEventListener('abort', () => abort.abort(), { once: true })
      try {
        await runAttempt(desk, attempt, abort)
      } catch (error) {
        if (signal.aborted) await requeueImport(desk, attempt, attempt.crashes)
        // cancelled meanwhile: its row is somebody else's to change
        else if (!abort.signal.aborted) await handleAttemptError(desk, attempt, error)
      }
      await server.db
        .updateTable('bcf_imports')
        .set({ heartbeat_at: null })
        .where('id', '=', attempt.id)
        .where('attempt', '=', attempt.attempt)
        .where('state', '=', 'CANCELLED')
        .execute()
      if (signal.aborted) return
      await sweepImports(server)
      await queueWaitingImports(desk)
    },
    /** imports whose worker or job is gone; `all`: none can be alive */
    async recover(all: boolean): Promise<void> {
      await recoverLostAttempts(desk, all, workerLostNote)
      await sweepImports(server)
      await queueWaitingImports(desk)
    },
  }
}
