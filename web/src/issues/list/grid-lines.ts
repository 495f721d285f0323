import type { IssueRow } from '@plumbline/contract/issues/issues'

/** A line of the grid: a row by its index, or the heading of the group that starts at it. */
export type GridLine = { index: number; heading?: { key: string | null } }

/** Lays out rows and group headings; without `keyOf` rows only. `lineOf` maps a row's index to its line. */
export function layOutLines(
  rows: readonly IssueRow[],
  keyOf: ((row: IssueRow) => string | null) | undefined,
): { lines: GridLine[]; lineOf: number[] } {
  const lines: GridLine[] = []
  const lineOf: number[] = []
  let last: string | null | undefined
  rows.forEach((row, index) => {
    const key = keyOf?.(row)
    if (key !== undefined && key !== last) lines.push({ index, heading: { key } })
    last = key
    lineOf.push(lines.length)
    lines.push({ index })
  })
  return { lines, lineOf }
}
