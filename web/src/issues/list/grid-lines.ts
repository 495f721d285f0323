import type { IssueRow } from '@plumbline/contract/issues/issues'

/** A line of the list: an issue by its place among the rows, or the heading of those that begin there. */
export type Line = { index: number; heading?: { key: string | null } }

/** The rows with a heading wherever another value begins; without `keyOf` the rows alone. */
export function linesOf(
  rows: readonly IssueRow[],
  keyOf: ((row: IssueRow) => string | null) | undefined,
): { lines: Line[]; lineOf: number[] } {
  const lines: Line[] = []
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
