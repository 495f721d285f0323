import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * What transactions write last. The head of a project's log is locked by every write of its issues, so whoever locks it
 * early makes all others wait for the rest of their transaction. Modules leave such writes to the end, where those of
 * all modules are one statement before the commit.
 */

/** CTEs of the last statement by their names. */
export interface LastPart {
  ctes: Record<string, RawBuilder<unknown>>
  /** the CTE whose rows are counted for `check` */
  counted?: string
  check?: (rows: number) => Promise<void>
}

export interface Ending<T> {
  /** Writes what was left to the end of a transaction, or returns it as a part of the last statement. */
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

/** Takes what was left to the end, for a caller that has to write it now. */
export function takeLeft<T>(tx: Tx, ending: Ending<T>): T[] {
  const left = leftBy.get(tx)
  const items = (left?.get(ending as Ending<never>) ?? []) as T[]
  left?.delete(ending as Ending<never>)
  return items
}

/** Executes parts in one statement. */
export async function executeParts(tx: Tx, parts: LastPart[]): Promise<void> {
  if (parts.length === 0) return
  const ctes = parts.flatMap((part) => Object.entries(part.ctes))
  const counts = parts.map(({ counted }) =>
    counted ? sql`(select count(*)::int from ${sql.ref(counted)})` : sql`null`,
  )
  const { rows } = await sql<{ counts: (number | null)[] }>`
    with ${sql.join(ctes.map(([name, query]) => sql`${sql.ref(name)} as (${query})`))}
    select array[${sql.join(counts)}]::int[] as counts`.execute(tx)
  for (const [index, { check }] of parts.entries()) await check?.(rows[0]?.counts[index] ?? 0)
}

async function finish(tx: Tx, left: Left): Promise<void> {
  const parts: LastPart[] = []
  for (const [ending, items] of left) {
    const part = await ending.finish(tx, items as never[])
    if (part) parts.push(part)
  }
  await executeParts(tx, parts)
}

/** Runs the work of a transaction, then what it left to the end. */
export async function runWithEndings<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const left: Left = new Map()
  leftBy.set(tx, left)
  const result = await work(tx)
  await finish(tx, left)
  return result
}
