/** Rows to divide into groups, stored in columns. */
export interface WeightedRows {
  /** three coordinates per row */
  centres: Float64Array
  /** weight of each row; its sum per group is limited */
  weights: Uint32Array
}

type Range = [from: number, to: number]

/**
 * Groups nearby rows within a weight limit by recursive bisection along the widest direction. Uses in-place
 * quickselect (Hoare), so the time is rows × levels without sorting. Groups come in spatial order, the rows of
 * a group ascending; the result is deterministic.
 */
export function bisectRows(spread: WeightedRows, most: number): Uint32Array[] {
  const rows = Uint32Array.from(spread.weights.keys())
  const open: Range[] = rows.length > 0 ? [[0, rows.length]] : []
  const groups: Uint32Array[] = []
  for (let range = open.pop(); range; range = open.pop()) {
    const [from, to] = range
    let weight = 0
    for (let at = from; at < to; at++) weight += spread.weights[rows[at] as number] as number
    if (weight <= most || to - from === 1) {
      groups.push(rows.subarray(from, to).sort())
      continue
    }
    const middle = from + ((to - from) >> 1)
    select(rows, range, middle, spread.centres, widestOf(rows, range, spread.centres))
    open.push([middle, to], [from, middle])
  }
  return groups
}

function widestOf(rows: Uint32Array, [from, to]: Range, centres: Float64Array): number {
  let widest = -1
  let along = 0
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity
    let high = -Infinity
    for (let at = from; at < to; at++) {
      const value = centres[(rows[at] as number) * 3 + axis] as number
      if (value < low) low = value
      if (value > high) high = value
    }
    if (high - low > widest) {
      widest = high - low
      along = axis
    }
  }
  return along
}

/**
 * Quickselect: reorders a range so that the rows before `middle` have the smallest values; ties are broken by
 * row.
 */
function select(
  rows: Uint32Array,
  [from, to]: Range,
  middle: number,
  centres: Float64Array,
  axis: number,
): void {
  const centreOf = (row: number) => centres[row * 3 + axis] as number
  let low = from
  let high = to - 1
  while (low < high) {
    const pivot = rows[(low + high) >> 1] as number
    const value = centreOf(pivot)
    let left = low
    let right = high
    while (left <= right) {
      for (; ; left++) {
        const row = rows[left] as number
        const own = centreOf(row)
        if (own > value || (own === value && row >= pivot)) break
      }
      for (; ; right--) {
        const row = rows[right] as number
        const own = centreOf(row)
        if (own < value || (own === value && row <= pivot)) break
      }
      if (left > right) break
      const swapped = rows[left] as number
      rows[left++] = rows[right] as number
      rows[right--] = swapped
    }
    if (middle <= right) high = right
    else if (middle >= left) low = left
    else return
  }
}
