import { setImmediate as nextRound } from 'node:timers/promises'

/** Work on many things in slices of some milliseconds, between which the other requests have their turn. */

const SLICE_MS = 8

export class TimeSlices {
  #began = performance.now()

  /** Whether the slice has lasted long enough: then await `rest`. */
  get isOver(): boolean {
    return performance.now() - this.#began > SLICE_MS
  }

  async yieldToLoop(): Promise<void> {
    await nextRound()
    this.#began = performance.now()
  }
}

/** What `make` makes of each. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  make: (item: T, index: number) => R,
): Promise<R[]> {
  const slices = new TimeSlices()
  const made: R[] = []
  for (const [index, item] of items.entries()) {
    made.push(make(item, index))
    if (slices.isOver) await slices.yieldToLoop()
  }
  return made
}

/** As `filter` and `map` in one: what `make` answers for each, one after the other. */
export async function flatMapInSlices<T, R>(
  items: readonly T[],
  make: (item: T, index: number) => readonly R[],
): Promise<R[]> {
  return (await mapInSlices(items, make)).flat()
}

/** What one statement carries at most, in characters. */
const MAX_BATCH_LENGTH = 500_000

/** Rows as JSON lists, each of what one statement can carry without holding the loop while it is sent. */
export async function* formatJsonBatches(rows: readonly object[]): AsyncGenerator<string> {
  const slices = new TimeSlices()
  let [texts, length]: [string[], number] = [[], 0]
  for (const row of rows) {
    const text = JSON.stringify(row)
    texts.push(text)
    length += text.length
    if (length > MAX_BATCH_LENGTH) {
      yield `[${texts.join()}]`
      texts = []
      length = 0
    }
    if (slices.isOver) await slices.yieldToLoop()
  }
  if (texts.length > 0) yield `[${texts.join()}]`
}
