import { TimeSlices } from '../../loop/time-slices.ts'

/** Numbers sorted at once by comparing; longer lists are merged from such runs. */
const RUN = 4096
/** positions between two looks at the clock */
const SLICE = 32_768

/** Two halves of 32 bits by which positions are sorted. */
interface SortBits {
  low: Uint32Array
  high: Uint32Array
}

/** The bits of doubles, so that larger values have larger bits. */
function toOrderedBits(values: Float64Array): SortBits {
  const halves = new Uint32Array(values.buffer)
  const [low, high] = [new Uint32Array(values.length), new Uint32Array(values.length)]
  for (let at = 0; at < values.length; at++) {
    const upper = halves[2 * at + 1] as number
    // negative numbers: the larger the bits, the smaller the value
    const flip = upper >>> 31 === 1 ? 0xffffffff : 0
    low[at] = (halves[2 * at] as number) ^ flip
    high[at] = upper ^ (flip | 0x80000000)
  }
  return { low, high }
}

/** Radix sort by 16 bits at a time, a tenth of the time of comparing. Returns positions; equal ones keep their order. */
async function sortByBits({ low, high }: SortBits, slices: TimeSlices): Promise<Uint32Array> {
  const { length } = low
  let places = new Uint32Array(length)
  let moved = new Uint32Array(length)
  for (let place = 0; place < length; place++) places[place] = place
  for (const half of [low, high])
    for (const shift of [0, 16]) {
      if (slices.isOver) await slices.yieldToLoop()
      const starts = new Uint32Array(65_537)
      for (let at = 0; at < length; at++)
        (starts[(((half[at] as number) >>> shift) & 0xffff) + 1] as number)++
      // all values have these bits
      if (starts.includes(length)) continue
      for (let digit = 1; digit < starts.length; digit++)
        (starts[digit] as number) += starts[digit - 1] as number
      for (let at = 0; at < length; at++) {
        const place = places[at] as number
        const digit = ((half[place] as number) >>> shift) & 0xffff
        moved[starts[digit] as number] = place
        ;(starts[digit] as number)++
        if (at % SLICE === 0 && slices.isOver) await slices.yieldToLoop()
      }
      ;[places, moved] = [moved, places]
    }
  return places
}

/** Merge sort of runs by comparing, for texts. */
async function sortByComparing(
  numbers: Uint32Array,
  value: (number: number) => number | string,
): Promise<Uint32Array> {
  const slices = new TimeSlices()
  const values: (number | string)[] = []
  for (let at = 0; at < numbers.length; at++) {
    values[numbers[at] as number] = value(numbers[at] as number)
    if (at % RUN === 0 && slices.isOver) await slices.yieldToLoop()
  }
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

/**
 * Sorts ascending issue numbers by value, ties by number, in slices that let other requests run. Reads each value once, so
 * that the order is consistent; issues that change in the meantime are placed by the old value or by the new one.
 */
export async function sortInSlices(
  numbers: Uint32Array,
  value: (number: number) => number | string,
): Promise<Uint32Array> {
  const [first] = numbers
  if (first !== undefined && typeof value(first) === 'string') return sortByComparing(numbers, value)
  const slices = new TimeSlices()
  const doubles = new Float64Array(numbers.length)
  for (let at = 0; at < numbers.length; at++) {
    // adding 0 gives zero one sign
    doubles[at] = (value(numbers[at] as number) as number) + 0
    if (at % RUN === 0 && slices.isOver) await slices.yieldToLoop()
  }
  const places = await sortByBits(toOrderedBits(doubles), slices)
  if (slices.isOver) await slices.yieldToLoop()
  const sorted = new Uint32Array(numbers.length)
  for (let at = 0; at < sorted.length; at++) sorted[at] = numbers[places[at] as number] as number
  return sorted
}
