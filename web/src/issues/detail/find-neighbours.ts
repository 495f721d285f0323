import type { IssueRow } from '@plumbline/contract/issues/issues'

/**
 * The place of the open issue among the rows. An issue that a change removes from the filter keeps its place: the one after
 * it moves up there.
 */
export function findNeighbours(rows: readonly IssueRow[], number: number, lastPlace: number) {
  const at = rows.findIndex((row) => row.number === number)
  const place = at === -1 ? lastPlace : at
  const after = at === -1 ? place : place + 1
  const numberAt = (index: number) => (place === -1 ? null : (rows[index]?.number ?? null))
  return { place, previous: numberAt(place - 1), next: numberAt(after) }
}
