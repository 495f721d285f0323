import { TimeSlices } from '../../loop/time-slices.ts'
import type { IssueColumns } from './columns.ts'
import { findFirst } from './find-first.ts'

type Compare = (a: number, b: number) => number

/** Changed issues that are put at their places at once: with a million issues ten milliseconds. */
export const MAX_MOVED = 2000

/** The order without the issues of a set, copied in ranges. */
function removeNumbers(order: Uint32Array, removed: ReadonlySet<number>, last: number): Uint32Array {
  const isRemoved = new Uint8Array(last + 1)
  for (const number of removed) isRemoved[number] = 1
  const kept = new Uint32Array(order.length)
  let [length, from, left] = [0, 0, removed.size]
  const copyTo = (end: number) => {
    kept.set(order.subarray(from, end), length)
    length += end - from
    from = end + 1
  }
  for (let at = 0; at < order.length && left > 0; at++)
    if (isRemoved[order[at] as number] === 1) {
      copyTo(at)
      left--
    }
  copyTo(order.length)
  return kept.subarray(0, length)
}

/** The order with further issues at their places. */
function insertNumbers(order: Uint32Array, added: number[], compare: Compare): Uint32Array {
  const result = new Uint32Array(order.length + added.length)
  let from = 0
  for (const [index, number] of added.sort(compare).entries()) {
    const place = findFirst(order.length, (at) => compare(number, order[at] as number) < 0, from)
    result.set(order.subarray(from, place), from + index)
    result[place + index] = number
    from = place
  }
  result.set(order.subarray(from), from + added.length)
  return result
}

const keepPresent = ({ present }: Pick<IssueColumns, 'present'>, numbers: Iterable<number>) =>
  [...numbers].filter((number) => present[number] === 1)

/** A sorted order with the changed issues at their new places, and without deleted ones. */
export function repairOrder(
  order: Uint32Array,
  changed: ReadonlySet<number>,
  columns: Pick<IssueColumns, 'present' | 'last'>,
  compare: Compare,
): Uint32Array {
  return insertNumbers(removeNumbers(order, changed, columns.last), keepPresent(columns, changed), compare)
}

/**
 * Repairs an order in slices, with issues that change in between: the result is that of a revision of the columns.
 * null: the columns no longer know all numbers that changed.
 */
export async function repairInSlices(
  order: Uint32Array,
  since: number,
  columns: Pick<IssueColumns, 'present' | 'last' | 'revision' | 'changedSince'>,
  compare: Compare,
): Promise<{ numbers: Uint32Array; revision: number } | null> {
  const slices = new TimeSlices()
  let [numbers, revision] = [order, since]
  let waiting = new Set<number>()
  for (;;) {
    const changed = columns.changedSince(revision)
    if (!changed) return null
    revision = columns.revision
    if (changed.size > 0) numbers = removeNumbers(numbers, changed, columns.last)
    waiting = changed.union(waiting)
    if (changed.size > MAX_MOVED && slices.isOver) {
      await slices.yieldToLoop()
      continue
    }
    const some = [...waiting.keys().take(MAX_MOVED)]
    for (const number of some) waiting.delete(number)
    if (some.length > 0) numbers = insertNumbers(numbers, keepPresent(columns, some), compare)
    if (waiting.size === 0) return { numbers, revision }
    if (slices.isOver) await slices.yieldToLoop()
  }
}
