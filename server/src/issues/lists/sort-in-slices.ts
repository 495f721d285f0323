import { TimeSlices } from '../../loop/time-slices.ts'

/** Numbers sorted at once; longer lists are merged from such runs. */
const RUN = 4096

/**
 * Merge sort of issue numbers by value, ties by number, in slices between which other requests are served. Values are read
 * once at the start, so that concurrent changes cannot make comparisons inconsistent.
 */
export async function sortInSlices(
  numbers: Uint32Array,
  value: (number: number) => number | string,
): Promise<Uint32Array> {
  const slices = new TimeSlices()
  const values: (number | string)[] = []
  for (const number of numbers) values[number] = value(number)
  const compare = (a: number, b: number) => {
    const x = values[a] as number | string
    const y = values[b] as number | string
    return x < y ? -1 : x > y ? 1 : a - b
  }
  let sorted = numbers.slice()
  for (let from = 0; from < sorted.length; from += RUN) {
    sorted.subarray(from, from + RUN).sort(compare)
    if (slices.isOver) await slices.yieldToLoop()
  }
  let merged = new Uint32Array(sorted.length)
  for (let width = RUN; width < sorted.length; width *= 2) {
    for (let from = 0; from < sorted.length; from += 2 * width) {
      const middle = Math.min(from + width, sorted.length)
      const end = Math.min(middle + width, sorted.length)
      let left = from
      let right = middle
      for (let at = from; at < end; at++) {
        const takesLeft =
          right >= end || (left < middle && compare(sorted[left] as number, sorted[right] as number) < 0)
        merged[at] = sorted[takesLeft ? left++ : right++] as number
        if (at % RUN === 0 && slices.isOver) await slices.yieldToLoop()
      }
    }
    const previous = sorted
    sorted = merged
    merged = previous
  }
  return sorted
}
