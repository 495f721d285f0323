import { setImmediate as nextRound } from 'node:timers/promises'

/** Splits long synchronous work into slices of a few milliseconds, between which other requests run. */

const SLICE_MS = 8

export class TimeSlices {
  #began = performance.now()

  /** True once the slice has used its time: then await `yieldToLoop`. */
  get isOver(): boolean {
    return performance.now() - this.#began > SLICE_MS
  }

  async yieldToLoop(): Promise<void> {
    await nextRound()
    this.#began = performance.now()
  }
}

/** Like `Array.map`, yielding to the event loop. */
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

/** Like `Array.flatMap`, yielding to the event loop. */
export async function flatMapInSlices<T, R>(
  items: readonly T[],
  make: (item: T, index: number) => readonly R[],
): Promise<R[]> {
  return (await mapInSlices(items, make)).flat()
}

/** Maximum length of one SQL parameter, in characters. */
const MAX_BATCH_LENGTH = 500_000

/** Serializes rows as JSON lists, each short enough for one statement to be sent without blocking the event loop. */
export async function* formatJsonBatches(rows: readonly object[]): AsyncGenerator<string> {
  const slices = new TimeSlices()
  let texts: string[] = []
  let length = 0
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
