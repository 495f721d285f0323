import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'
import { WITH_COMMIT } from './join-statements.ts'

/**
 * The last writes of a transaction. Every write to issues locks the head of the project's log, so a transaction that locks
 * it early makes all others wait until it ends. Modules therefore defer such writes to the end, where they become one
 * statement, sent to the database together with the COMMIT.
 */

/** CTEs of the last statement by their names. */
export interface LastPart {
  ctes: Record<string, RawBuilder<unknown>>
  /** CTEs that return rows and are executed before the `column` of another part, which waits for a lock */
  first?: string[]
  /** an expression to evaluate, which fails the transaction if something is missing; CTEs not in `first` follow it */
  column?: RawBuilder<unknown>
  /** writes that are too long for the last statement, and are executed after it; it is then not sent with COMMIT */
  after?: () => Promise<void>
}

export interface Ending<T> {
  /** Writes the deferred items at the end of a transaction, or returns them as a part of the last statement. */
  finish: (tx: Tx, items: T[]) => Promise<LastPart | null>
}

type Left = Map<Ending<never>, unknown[]>

const leftBy = new WeakMap<object, Left>()

/** Leaves a write to the end of the transaction. False outside of `inTransaction`: the caller has to write now. */
export function leaveToEnd<T>(tx: Tx, ending: Ending<T>, ...items: T[]): boolean {
  const left = leftBy.get(tx)
  if (!left) return false
  const all = left.get(ending as Ending<never>)
  if (all) all.push(...items)
  else left.set(ending as Ending<never>, items)
  return true
}

/** How many items are deferred. */
export const countLeft = <T>(tx: Tx, ending: Ending<T>): number =>
  leftBy.get(tx)?.get(ending as Ending<never>)?.length ?? 0

/** Takes the deferred items, for a caller that has to write them now. */
export function takeLeft<T>(tx: Tx, ending: Ending<T>): T[] {
  const left = leftBy.get(tx)
  const items = (left?.get(ending as Ending<never>) ?? []) as T[]
  left?.delete(ending as Ending<never>)
  return items
}

/** Combines parts in one statement. PostgreSQL executes a CTE when its rows are first read, and unread ones at the end. */
function buildStatement(parts: LastPart[]) {
  const ctes = parts.flatMap((part) => Object.entries(part.ctes))
  const first = parts.flatMap((part) => part.first ?? [])
  const columns = [
    ...first.map((name) => sql`(select count(*) from ${sql.ref(name)})`),
    ...parts.flatMap((part) => part.column ?? []),
  ]
  const written = ctes.map(([name, query]) => sql`${sql.ref(name)} as (${query})`)
  const start = written.length > 0 ? sql`with ${sql.join(written)} ` : sql``
  return sql`${start}select ${columns.length > 0 ? sql.join(columns) : sql`1`}`
}

/** Executes a part before the end of the transaction, or outside of one. */
export async function executePart(tx: Tx, part: LastPart): Promise<void> {
  await buildStatement([part]).execute(tx)
}

async function finish(tx: Tx, left: Left): Promise<void> {
  const parts: LastPart[] = []
  for (const [ending, items] of left) {
    const part = await ending.finish(tx, items as never[])
    if (part) parts.push(part)
  }
  if (parts.length === 0) return
  const later = parts.flatMap(({ after }) => after ?? [])
  const statement = buildStatement(parts)
  await (later.length > 0 ? statement : sql`${sql.raw(WITH_COMMIT)} ${statement}`).execute(tx)
  for (const write of later) await write()
}

/** Runs the work of a transaction, then its deferred writes. */
export async function runWithEndings<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const left: Left = new Map()
  leftBy.set(tx, left)
  const result = await work(tx)
  await finish(tx, left)
  return result
}
