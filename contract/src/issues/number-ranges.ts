/** A range of issue numbers, both ends included. */
export type NumberRange = readonly [first: number, last: number]

/** Parses ranges such as `7,12-40`; the text must match the filter's pattern. */
export const parseNumberRanges = (text: string): NumberRange[] =>
  text.split(',').map((part) => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return [first, last]
  })

/** Formats ascending numbers as the shortest list of ranges. */
export function formatNumberRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join()
}
