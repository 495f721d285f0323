/** Numbers of issues as an address names them: `7,12-40`. */

/** from, to; both are meant */
export type Range = readonly [first: number, last: number]

/** Of text that the filter's pattern fits. */
export const readRanges = (text: string): Range[] =>
  text.split(',').map((part) => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return [first, last]
  })

/** The shortest text that names these numbers, in their order. */
export function writeRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join()
}
