import { MAX_KEPT_FINDINGS } from '@plumbline/contract/admin/store-check'
import { checkStore, type StoreCheckProgress } from '../backup/check-store.ts'
import type { Server } from '../context.ts'
import { inTransaction, openDatabase } from '../db/database.ts'

/** Runs the check of the stored files that an operator has started. Its row holds state, counts and findings. */

const HEARTBEAT_TIMEOUT_MS = 5 * 60_000
const WRITE_INTERVAL_MS = 1000
const ROWS_PER_WRITE = 1000
const CUT_OFF = 'The server stopped during the check. Start it again.'

/** Writes findings; false once the check was cancelled. */
class CheckRecorder {
  readonly #server: Server
  readonly #id: string
  #waiting: StoreCheckProgress['found'] = []
  #numbers = { missing: 0, damaged: 0, kept: 0 }
  #writtenAt = 0

  constructor(server: Server, id: string) {
    this.#server = server
    this.#id = id
  }

  /** Writes at most once a second, unless `isLast`. */
  async record({ found, ...counts }: StoreCheckProgress, isLast: boolean): Promise<boolean> {
    for (const { kind } of found) {
      if (kind === 'MISSING') this.#numbers.missing++
      else if (kind !== 'WITHOUT_ROW') this.#numbers.damaged++
    }
    const room = MAX_KEPT_FINDINGS - this.#numbers.kept - this.#waiting.length
    this.#waiting.push(...found.slice(0, Math.max(0, room)))
    if (!isLast && performance.now() - this.#writtenAt < WRITE_INTERVAL_MS) return true
    this.#writtenAt = performance.now()
    return this.#write(counts, isLast)
  }

  /** In one transaction, so that nobody sees a completed check without its findings. */
  async #write(counts: Omit<StoreCheckProgress, 'found'>, isLast: boolean): Promise<boolean> {
    const { db, now } = this.#server
    const at = now().toISOString()
    const { missing, damaged, kept } = this.#numbers
    const rows = this.#waiting.map((finding, index) => ({
      ...finding,
      check_id: this.#id,
      number: kept + index + 1,
    }))
    const isRunning = await inTransaction(db, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('store_checks')
        .set({ ...counts, missing, damaged, heartbeat_at: at })
        .$if(isLast, (update) => update.set({ state: 'COMPLETED', ended_at: at }))
        .where('id', '=', this.#id)
        .where('state', '=', 'RUNNING')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      for (let from = 0; from < rows.length; from += ROWS_PER_WRITE)
        await tx
          .insertInto('store_check_findings')
          .values(rows.slice(from, from + ROWS_PER_WRITE))
          .execute()
      return true
    })
    this.#waiting = []
    this.#numbers.kept += rows.length
    return isRunning
  }
}

async function endCheck({ db, now }: Server, id: string, error: string) {
  await db
    .updateTable('store_checks')
    .set({ state: 'FAILED', error, ended_at: now().toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .execute()
}

export async function runStoreCheck(server: Server, id: string, signal: AbortSignal): Promise<void> {
  const check = await server.db
    .selectFrom('store_checks')
    .select('with_sums')
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst()
  if (!check) return
  const recorder = new CheckRecorder(server, id)
  // past a pooler, because the check needs a temporary table on its own connection
  const { db, close } = openDatabase(server.directUrl, { max: 2, isUnlimited: true })
  try {
    const { blobs, now } = server
    let last: StoreCheckProgress | null = null
    for await (const progress of checkStore({ db, blobs, now, withSums: check.with_sums })) {
      if (signal.aborted) throw new Error(CUT_OFF)
      if (!(await recorder.record(progress, false))) return
      last = { ...progress, found: [] }
    }
    if (last) await recorder.record(last, true)
  } catch (error) {
    server.log.error({ err: error }, 'check of the stored files')
    await endCheck(server, id, error instanceof Error ? error.message : String(error))
  } finally {
    await close()
  }
}

/** Ends a check whose server was killed; `all`: no other server is running. */
export async function recoverStoreCheck(server: Server, all: boolean): Promise<void> {
  const before = new Date(server.now().getTime() - (all ? 0 : HEARTBEAT_TIMEOUT_MS)).toISOString()
  const lost = await server.db
    .selectFrom('store_checks')
    .select('id')
    .where('state', '=', 'RUNNING')
    .where('heartbeat_at', '<=', before)
    .execute()
  for (const { id } of lost) await endCheck(server, id, CUT_OFF)
}
