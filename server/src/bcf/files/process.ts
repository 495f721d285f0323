import { BcfError } from '@plumbline/bcf/errors'
import { type BcfArchive, openBcf } from '@plumbline/bcf/open'
import { cutText, repairLine } from '@plumbline/contract/characters'
import { inTransaction, toJsonb } from '../../db/database.ts'
import { isDiskFull } from '../../http/refusal.ts'
import {
  type Attempt,
  afterCrash,
  archiveKey,
  claim,
  type Desk,
  endAttempt,
  failAttempt,
  followProgress,
  recoverLost,
  requeue,
} from './attempt.ts'
import { type Chosen, readProject } from './columns-of.ts'
import { diskFullNote, internalNote, lostNote, noteOf, rightsNote } from './notes.ts'
import { readArchive, summedUp } from './read-archive.ts'
import { storeFiles } from './store-files.ts'
import { sweepImports } from './sweep-imports.ts'
import { editorOf, NoLonger, NotAllowed, takeOver } from './take-over.ts'

/**
 * Imports at work: a job of the queue says only that there is something to do; the rows say what. Reading changes
 * nothing but the preview, and what is taken over comes in one transaction.
 */

interface Work {
  signal: AbortSignal
  report: (part: number) => void
}

async function read(desk: Desk, attempt: Attempt, archive: BcfArchive, work: Work): Promise<void> {
  const member = await editorOf(desk.server.db, attempt)
  const { topics, outcomes, people } = await readArchive(desk, attempt, archive, member, work)
  const { version, project } = archive
  await endAttempt(desk, attempt, {
    ...{ state: 'READY', progress: 100, topics, version },
    ...{
      outcomes: toJsonb(outcomes),
      people: toJsonb(people),
      warnings: toJsonb(summedUp(archive.warnings)),
    },
    project_name: cutText(repairLine(project.name ?? ''), 255) || null,
  })
}

async function apply(
  desk: Desk,
  attempt: Attempt,
  archive: BcfArchive,
  work: Work,
  pause: () => void,
): Promise<void> {
  const { server } = desk
  const member = await editorOf(server.db, attempt)
  const project = await readProject(server.db, member.project_id, attempt.people as Chosen[])
  await storeFiles(server, attempt, archive, { member, project }, work)
  work.signal.throwIfAborted()
  // the row is held by the transaction until it is done
  pause()
  await takeOver(desk, attempt)
}

async function atWork(desk: Desk, attempt: Attempt, abort: AbortController): Promise<void> {
  const source = await desk.server.blobs.openLocalFile(archiveKey(attempt))
  const progress = followProgress(desk, attempt, abort)
  const work = { signal: abort.signal, report: progress.report }
  let archive: BcfArchive | undefined
  try {
    archive = await openBcf(source.file)
    if (attempt.state === 'READING') await read(desk, attempt, archive, work)
    else await apply(desk, attempt, archive, work, progress.end)
  } finally {
    progress.end()
    archive?.close()
    await source.release()
  }
}

function settle(desk: Desk, attempt: Attempt, error: unknown): Promise<void> | undefined {
  if (error instanceof NoLonger) return undefined
  if (error instanceof BcfError) return failAttempt(desk, attempt, noteOf(error))
  if (error instanceof NotAllowed) return failAttempt(desk, attempt, rightsNote)
  desk.server.log.error({ err: error, import: attempt.id }, 'import failed')
  if (isDiskFull(error)) return failAttempt(desk, attempt, diskFullNote)
  return afterCrash(desk, attempt, internalNote)
}

/** A job for what waits: those that a killed server had taken are gone, and a job too many ends at once. */
async function keepGoing({ server: { db, jobs } }: Desk): Promise<void> {
  const waiting = await db
    .selectFrom('bcf_imports')
    .select('id')
    .where('state', 'in', ['READING', 'APPLYING'])
    .where('heartbeat_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (waiting) await inTransaction(db, (tx) => jobs.add(tx, 'bcf', {}))
}

export function createImporter(desk: Desk) {
  const { server } = desk
  return {
    /** does one waiting step of an import, if there is one; `signal` puts it back into the queue */
    async next(signal: AbortSignal): Promise<void> {
      const attempt = await claim(desk)
      // one that was cancelled left its bytes
      if (!attempt) return sweepImports(server)
      const abort = new AbortController()
      signal.addEventListener('abort', () => abort.abort(), { once: true })
      try {
        await atWork(desk, attempt, abort)
      } catch (error) {
        if (signal.aborted) await requeue(desk, attempt, attempt.crashes)
        // cancelled meanwhile: its row is somebody else's to change
        else if (!abort.signal.aborted) await settle(desk, attempt, error)
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
      await keepGoing(desk)
    },
    /** imports whose worker or job is gone; `all`: none can be alive */
    async recover(all: boolean): Promise<void> {
      await recoverLost(desk, all, lostNote)
      await sweepImports(server)
      await keepGoing(desk)
    },
  }
}
