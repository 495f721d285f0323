import { sql, type Updateable } from 'kysely'
import type { Server } from '../../context.ts'
import { inTransaction, json, sqlState, type Tx } from '../../db/database.ts'
import { untilPassed } from '../../db/passing.ts'
import type { Tables } from '../../db/tables.ts'
import type { Tell, Teller } from '../../live/tell.ts'
import type { ImportNote } from './notes.ts'

/** One try at reading an import or at taking it over. Late words of an older try change nothing. */

const HEARTBEAT_MS = 1000
const HEARTBEAT_TIMEOUT_MS = 60_000
const MAX_CRASHES = 1
const UNIQUE_VIOLATION = '23505'

export interface ImportServices {
  server: Server
  teller: Teller
}

const attemptColumns = [
  ...([
    'id',
    'project_id',
    'created_by',
    'state',
    'attempt',
    'crashes',
    'known',
    'people',
    'warnings',
  ] as const),
] as const

export type ImportAttempt = Pick<
  Awaited<ReturnType<typeof listLostAttempts>>[number],
  (typeof attemptColumns)[number]
>

export const archiveKey = ({ project_id, id }: { project_id: string; id: string }) =>
  `bcf/${project_id}/${id}`

export const publishImportUpdate = (tell: Tell, { project_id, id }: { project_id: string; id: string }) =>
  tell('bcf_import.updated', { project_id, data: { import_id: id }, audience: { level: 'EDITOR' } })

/** An update of the row that is made only while this try owns it. */
export const updateClaimedImport = (
  tx: Tx,
  { id, attempt, state }: Pick<ImportAttempt, 'id' | 'attempt' | 'state'>,
) =>
  tx.updateTable('bcf_imports').where('id', '=', id).where('attempt', '=', attempt).where('state', '=', state)

/** The import that has waited longest, of a project that none is at work for. */
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
    // another server took one of the same project in the same moment
    if (sqlState(error) === UNIQUE_VIOLATION) return undefined
    throw error
  }
}

/** Ends the try, and with it what the import was doing. */
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
  await untilPassed(() => inTransaction(server.db, write))
  teller.nudge()
}

export const failAttempt = (desk: ImportServices, attempt: ImportAttempt, note: ImportNote) =>
  finishAttempt(desk, attempt, { state: 'FAILED', error: json(note) })

/** Back into the queue, with as many crashes as it has had. */
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

export const retryOrFail = (desk: ImportServices, attempt: ImportAttempt, note: ImportNote) =>
  attempt.crashes < MAX_CRASHES
    ? requeueImport(desk, attempt, attempt.crashes + 1)
    : failAttempt(desk, attempt, note)

const listLostAttempts = ({ db, now }: Server, all: boolean) =>
  db
    .selectFrom('bcf_imports')
    .select(attemptColumns)
    .where('heartbeat_at', '<=', new Date(now().getTime() - (all ? 0 : HEARTBEAT_TIMEOUT_MS)).toISOString())
    // what is just taken over is held by its transaction
    .forUpdate()
    .skipLocked()
    .execute()

/** Imports whose worker is gone; `all`: none can be alive. */
export async function recoverLostAttempts(
  desk: ImportServices,
  all: boolean,
  note: ImportNote,
): Promise<void> {
  for (const attempt of await listLostAttempts(desk.server, all)) {
    // cancelled meanwhile: nobody is at work on it any more
    if (attempt.state !== 'READING' && attempt.state !== 'APPLYING')
      await updateClaimedImport(desk.server.db, attempt).set({ heartbeat_at: null }).execute()
    else await retryOrFail(desk, attempt, note)
  }
}

/** Once a second: into the row, and to those who look on; `abort` when the row is no longer this try's. */
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
