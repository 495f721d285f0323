import { setImmediate as nextRound } from 'node:timers/promises'

/** Work on many things in slices of some milliseconds, between which the other requests have their turn. */

const SLICE_MS = 8

export class Slices {
  #began = performance.now()

  /** Whether the slice has lasted long enough: then await `rest`. */
  get isOver(): boolean {
    return performance.now() - this.#began > SLICE_MS
  }

  async rest(): Promise<void> {
    await nextRound()
    this.#began = performance.now()
  }
}

/** What `make` makes of each. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  make: (item: T, index: number) => R,
): Promise<R[]> {
  const slices = new Slices()
  const made: R[] = []
  for (const [index, item] of items.entries()) {
    made.push(make(item, index))
    if (slices.isOver) await slices.rest()
  }
  return made
}
