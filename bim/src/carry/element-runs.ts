/**
 * The indices of an earlier version's elements in a later one, as runs of consecutive elements: three numbers each, `first,
 * count, to`, ascending by `first`. Elements in no run were deleted.
 */
export type ElementRuns = readonly number[]

/** Artefact `carried-<h>.json`: where the elements are that chunks of earlier versions name. */
export interface CarriedElements {
  /** for each earlier version with reused chunks; `ChunkInfo.carried` indexes them */
  origins: ElementRuns[]
}

/** @param to the later index of each element, -1 for none */
export function encodeRuns(to: Int32Array): ElementRuns {
  const runs: number[] = []
  for (let first = 0; first < to.length; ) {
    const target = to[first] as number
    let count = 1
    while (target >= 0 && first + count < to.length && to[first + count] === target + count) count++
    if (target >= 0) runs.push(first, count, target)
    first += count
  }
  return runs
}

/** The new index of an element; -1 if it was deleted. */
export function findInRuns(runs: ElementRuns, element: number): number {
  let low = 0
  let high = runs.length / 3 - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const past = element - (runs[middle * 3] as number)
    if (past < 0) high = middle - 1
    else if (past >= (runs[middle * 3 + 1] as number)) low = middle + 1
    else return (runs[middle * 3 + 2] as number) + past
  }
  return -1
}

/** The runs of a chunk by the manifest's number; null for chunks of the version itself. @throws RangeError if there are none */
export function getRunsOf(
  { carried }: { carried?: number },
  elements: CarriedElements | null,
): ElementRuns | null {
  if (carried === undefined) return null
  const runs = elements?.origins[carried]
  if (!runs) throw new RangeError(`No elements of earlier version ${carried}`)
  return runs
}
