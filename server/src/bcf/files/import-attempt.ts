import { sql, type Updateable } from 'kysely'
import type { Server } from '../../context.ts'
import { getSqlState, inTransaction, type Tx, toJsonb } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { retryTransient } from '../../db/transient-errors.ts'
import type { Tell, Teller } from '../../live/tell.ts'
import type { ImportNote } from './notes.ts'

/** One attempt at previewing or applying an import. The attempt number fences off late writes of an older attempt. */

const HEARTBEAT_MS = 1000
const HEARTBEAT_TIMEOUT_MS = 60_000
const MAX_CRASHES = 1
const UNIQUE_VIOLATION = '23505'

export interface ImportServices {
  server: Server
  teller: Teller
}

const attemptColumns = [
  'id',
  'project_id',
  'created_by',
  'state',
  'attempt',
  'crashes',
  'known',
  'people',
  'warnings',
] as const

export type ImportAttempt = Pick<
  Awaited<ReturnType<typeof listLostAttempts>>[number],
  (typeof attemptColumns)[number]
>

export const archiveKey = ({ project_id, id }: { project_id: string; id: string }) =>
  `bcf/${project_id}/${id}`

export const publishImportUpdate = (tell: Tell, { project_id, id }: { project_id: string; id: string }) =>
  tell('bcf_import.updated', { project_id, data: { import_id: id }, audience: { level: 'EDITOR' } })

/** Updates the import's row only while this attempt still owns it. */
export const updateClaimedImport = (
  tx: Tx,
  { id, attempt, state }: Pick<ImportAttempt, 'id' | 'attempt' | 'state'>,
) =>
  tx.updateTable('bcf_imports').where('id', '=', id).where('attempt', '=', attempt).where('state', '=', state)

/** Claims the longest waiting import of a project without a running one. */
export async function claimImport({ server }: ImportServices): Promise<ImportAttempt | undefined> {
  const next = sql<string>`(
    select i.id from bcf_imports i
    where i.state in ('READING', 'APPLYING') and i.heartbeat_at is null and not exists (
      select from bcf_imports r where r.project_id = i.project_id and r.heartbeat_at is not null)
    order by i.changed_at limit 1 for update of i skip locked)`
  try {
    return await server.db
      .updateTable('bcf_imports')
      .set({ attempt: sql`attempt + 1`, heartbeat_at: server.now().toISOString() })
      .where('id', '=', next)
      .returning(attemptColumns)
      .executeTakeFirst()
  } catch (error) {
    // another server claimed an import of the same project concurrently
    if (getSqlState(error) === UNIQUE_VIOLATION) return undefined
    throw error
  }
}

/** Ends the attempt and sets the next state of the import. */
export async function finishAttempt(
  { server, teller }: ImportServices,
  attempt: ImportAttempt,
  values: Updateable<Tables['bcf_imports']>,
): Promise<void> {
  const write = async (tx: Tx) => {
    const changed_at = server.now().toISOString()
    const { numUpdatedRows } = await updateClaimedImport(tx, attempt)
      .set({ ...values, heartbeat_at: null, changed_at })
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await publishImportUpdate(teller.begin(tx), attempt)
  }
  await retryTransient(() => inTransaction(server.db, write))
  teller.nudge()
}

export const failImport = (services: ImportServices, attempt: ImportAttempt, note: ImportNote) =>
  finishAttempt(services, attempt, { state: 'FAILED', error: toJsonb(note) })

/** Puts the import back into the queue with its crash count. */
export async function requeueImport(
  { server }: ImportServices,
  attempt: ImportAttempt,
  crashes: number,
): Promise<void> {
  await inTransaction(server.db, async (tx) => {
    const { numUpdatedRows } = await updateClaimedImport(tx, attempt)
      .set({ heartbeat_at: null, crashes })
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await server.jobs.add(tx, 'bcf', {})
  })
}

export const retryOrFail = (services: ImportServices, attempt: ImportAttempt, note: ImportNote) =>
  attempt.crashes < MAX_CRASHES
    ? requeueImport(services, attempt, attempt.crashes + 1)
    : failImport(services, attempt, note)

const listLostAttempts = ({ db, now }: Server, all: boolean) =>
  db
    .selectFrom('bcf_imports')
    .select(attemptColumns)
    .where('heartbeat_at', '<=', new Date(now().getTime() - (all ? 0 : HEARTBEAT_TIMEOUT_MS)).toISOString())
    // rows locked by a running `applyImport` are alive
    .forUpdate()
    .skipLocked()
    .execute()

/** Retries or fails imports without a heartbeat; `all` at start-up, when no worker can be alive. */
export async function recoverLostAttempts(
  services: ImportServices,
  all: boolean,
  note: ImportNote,
): Promise<void> {
  for (const attempt of await listLostAttempts(services.server, all)) {
    // cancelled in the meantime: only the heartbeat is cleared
    if (attempt.state !== 'READING' && attempt.state !== 'APPLYING')
      await updateClaimedImport(services.server.db, attempt).set({ heartbeat_at: null }).execute()
    else await retryOrFail(services, attempt, note)
  }
}

/** Writes progress and heartbeat once a second and publishes it; aborts when another attempt owns the row. */
export function startHeartbeat({ server }: ImportServices, attempt: ImportAttempt, abort: AbortController) {
  let progress = 0
  const beat = async () => {
    const { numUpdatedRows } = await updateClaimedImport(server.db, attempt)
      .set({ progress, heartbeat_at: server.now().toISOString() })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return abort.abort()
    const { project_id, id } = attempt
    const hint = { type: 'bcf_import.updated' as const, project_id, data: { import_id: id } }
    server.live.hint(hint, { level: 'EDITOR' })
  }
  const tick = () => void beat().catch((error) => server.log.warn({ err: error }, 'import'))
  const timer = setInterval(tick, HEARTBEAT_MS)
  return {
    report: (part: number) => {
      progress = Math.min(99, Math.floor(part * 100))
    },
    end: () => clearInterval(timer),
  }
}
