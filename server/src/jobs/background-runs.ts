import { randomUUIDv7 } from 'node:crypto'
import type { BackgroundRun, RunKind, RunScope } from '@plumbline/contract/admin/background-run'
import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction, type Tx, toJsonb } from '../db/database.ts'

/**
 * Background runs over many items, started by an operator. The items are processed one at a time, by one process of all;
 * their state is stored, so that a run outlives its server.
 */

/** One try at an item. The attempt number fences off late writes of an older try. */
export interface RunItem {
  run_id: string
  number: number
  part: string
  subject_id: string
  attempt: number
  crashes: number
  yields: number
}

export interface ItemFailure {
  code: string
  message: string
  hint: string
}

const OPEN = ['RUNNING', 'PAUSED'] as const
const HEARTBEAT_TIMEOUT_MS = 60_000
/** an item whose process crashed is retried once */
const MAX_CRASHES = 1
const itemColumns = ['run_id', 'number', 'part', 'subject_id', 'attempt', 'crashes', 'yields'] as const
const LOST: ItemFailure = {
  code: 'WORKER_LOST',
  message: 'The server stopped twice during this step.',
  hint: 'Start it again; if it happens again, see the log of the server.',
}

export interface NewRun {
  kind: RunKind
  scope: RunScope | null
  at: string
  /** SQL: rows of number, part and subject_id */
  items: RawBuilder<unknown>
}

/** Starts a run in place of the last one of its kind; returns the number of its items, null while one is open. */
export async function startRun(tx: Tx, { kind, scope, at, items }: NewRun): Promise<number | null> {
  const run = await tx
    .insertInto('background_runs')
    .values({
      id: randomUUIDv7(),
      kind,
      scope: scope?.part ?? null,
      scope_name: scope?.name ?? null,
      started_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!run) return null
  await tx.deleteFrom('background_runs').where('kind', '=', kind).where('id', '<>', run.id).execute()
  const { numAffectedRows = 0n } = await sql`
    insert into background_run_items (run_id, number, part, subject_id)
    select ${run.id}::uuid, number, part, subject_id from (${items}) as items`.execute(tx)
  await completeRun(tx, run.id, at)
  return Number(numAffectedRows)
}

/** Ends a run without open items. */
async function completeRun(tx: Tx, id: string, at: string) {
  await tx
    .updateTable('background_runs')
    .set({ state: 'COMPLETED', ended_at: at })
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .where(
      sql<boolean>`not exists (select from background_run_items i
        where i.run_id = ${id} and i.state in ('WAITING', 'RUNNING'))`,
    )
    .execute()
}

const setState = async (
  tx: Tx,
  kind: RunKind,
  from: readonly (typeof OPEN)[number][],
  next: { state: 'RUNNING' | 'PAUSED' | 'CANCELLED'; ended_at?: string },
) =>
  tx
    .updateTable('background_runs')
    .set(next)
    .where('kind', '=', kind)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()

/** While a run is paused, no further item starts; a running item ends normally. False: wrong state. */
export async function setRunPaused(tx: Tx, kind: RunKind, isPaused: boolean): Promise<boolean> {
  const [from, state] = isPaused ? (['RUNNING', 'PAUSED'] as const) : (['PAUSED', 'RUNNING'] as const)
  return (await setState(tx, kind, [from], { state })) !== undefined
}

/** Ends a run; finished items stay, and the running item ends without a result. */
export async function cancelRun(tx: Tx, kind: RunKind, at: string): Promise<boolean> {
  const run = await setState(tx, kind, OPEN, { state: 'CANCELLED', ended_at: at })
  if (!run) return false
  await tx
    .updateTable('background_run_items')
    .set({ state: 'WAITING' })
    .where('run_id', '=', run.id)
    .where('state', '=', 'RUNNING')
    .execute()
  return true
}

/** Claims the next item of the running run; undefined if there is none, or another process has claimed one. */
export async function claimItem(db: Db, kind: RunKind, at: string): Promise<RunItem | undefined> {
  return inTransaction(db, async (tx) => {
    const run = await tx
      .selectFrom('background_runs')
      .select('id')
      .where('kind', '=', kind)
      .where('state', '=', 'RUNNING')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!run) return
    // a separate statement, which sees the items claimed by the last holder of the lock
    return tx
      .updateTable('background_run_items')
      .set({ state: 'RUNNING', attempt: sql`attempt + 1`, heartbeat_at: at })
      .where('run_id', '=', run.id)
      .where(
        'number',
        '=',
        sql<number>`(select min(number) from background_run_items w where w.run_id = ${run.id} and w.state = 'WAITING'
          and not exists (select from background_run_items r where r.run_id = ${run.id} and r.state = 'RUNNING'))`,
      )
      .returning(itemColumns)
      .executeTakeFirst()
  })
}

const updateClaimedItem = (tx: Tx, { run_id, number, attempt }: RunItem) =>
  tx
    .updateTable('background_run_items')
    .where('run_id', '=', run_id)
    .where('number', '=', number)
    .where('attempt', '=', attempt)
    .where('state', '=', 'RUNNING')

/** False once the run was cancelled, or another process has taken the item over. */
export async function beatItem(db: Db, item: RunItem, at: string): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimedItem(db, item).set({ heartbeat_at: at }).executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface ItemEnd {
  state: 'DONE' | 'SKIPPED' | 'FAILED'
  changed?: number
  error?: ItemFailure
}

/** Ends an item, and with the last one its run; false if this try no longer owns the item. */
export async function endItem(
  tx: Tx,
  item: RunItem,
  { state, changed = 0, error }: ItemEnd,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimedItem(tx, item)
    .set({ state, changed, ended_at: at, error: error ? toJsonb(error) : null })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await completeRun(tx, item.run_id, at)
  return true
}

/** Lets an item wait again, with its counts of crashes and of yields. */
export async function releaseItem(
  db: Db,
  item: RunItem,
  counts: Partial<Pick<RunItem, 'crashes' | 'yields'>> = {},
) {
  await updateClaimedItem(db, item)
    .set({ state: 'WAITING', ...counts })
    .execute()
}

/** Tries an item again after the first crash, fails it after the second. */
export async function retryOrFailItem(db: Db, item: RunItem, error: ItemFailure, at: string): Promise<void> {
  if (item.crashes < MAX_CRASHES) await releaseItem(db, item, { crashes: item.crashes + 1 })
  else await inTransaction(db, (tx) => endItem(tx, item, { state: 'FAILED', error }, at))
}

/** Takes items back from processes that have ended; `all`: no other process is running. */
export async function recoverItems(db: Db, kind: RunKind, now: Date, all: boolean): Promise<void> {
  const before = new Date(now.getTime() - (all ? 0 : HEARTBEAT_TIMEOUT_MS)).toISOString()
  const lost = await db
    .selectFrom('background_run_items as i')
    .innerJoin('background_runs as r', 'r.id', 'i.run_id')
    .select(itemColumns.map((name) => `i.${name}` as const))
    .where('r.kind', '=', kind)
    .where('i.state', '=', 'RUNNING')
    .where('i.heartbeat_at', '<=', before)
    .execute()
  for (const item of lost) await retryOrFailItem(db, item, LOST, now.toISOString())
}

/** Whether an item of a running run waits for a process. */
export async function hasWaitingItem(db: Db, kind: RunKind): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from background_runs r join background_run_items i on i.run_id = r.id
      where r.kind = ${kind} and r.state = 'RUNNING' and i.state = 'WAITING'
        and not exists (select from background_run_items o where o.run_id = r.id and o.state = 'RUNNING')) as waits`.execute(
    db,
  )
  return rows[0]?.waits ?? false
}

/** The open run of a kind or the last one, with the counts of its items. */
export async function readRun(tx: Tx, kind: RunKind): Promise<BackgroundRun | null> {
  const run = await tx
    .selectFrom('background_runs')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!run) return null
  const { rows } = await sql<
    Omit<BackgroundRun, 'id' | 'state' | 'scope' | 'started_at' | 'ended_at'>
  >`select count(*)::int as items, count(*) filter (where state = 'RUNNING')::int as running,
      count(*) filter (where state = 'DONE')::int as done, count(*) filter (where state = 'SKIPPED')::int as skipped,
      count(*) filter (where state = 'FAILED')::int as failed, coalesce(sum(changed), 0)::int8 as changed
    from background_run_items where run_id = ${run.id}`.execute(tx)
  const { id, state, scope, scope_name, started_at, ended_at } = run
  const counts = rows[0] as (typeof rows)[number]
  return {
    ...{ id, state, started_at, ended_at, ...counts },
    scope: scope && { part: scope, name: scope_name ?? '' },
  }
}
