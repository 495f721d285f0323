import type { IssueRow } from '@plumbline/contract/issues/issues'
import { type Filter, filterText } from '../filters/issue-query.ts'

/** The selected issues: ids with their numbers, or everything that matches the filter. */
export type Selection =
  | { kind: 'some'; numbers: ReadonlyMap<string, number> }
  | { kind: 'all'; total: number }

export const nothingSelected: Selection = { kind: 'some', numbers: new Map() }
/** maximum length of the `number` filter in a URL */
const MOST_CHARACTERS = 12_000

export const countSelected = (selection: Selection): number =>
  selection.kind === 'all' ? selection.total : selection.numbers.size

/** The ids of the loaded rows that are shown as selected. */
export const idsOf = (selection: Selection, rows: readonly IssueRow[]): ReadonlySet<string> =>
  new Set(selection.kind === 'all' ? rows.map(({ id }) => id) : selection.numbers.keys())

/** Applies the checkboxes of the loaded rows to the selection; rows that are no longer loaded stay selected. */
export function tickRows(
  selection: Selection,
  rows: readonly IssueRow[],
  ticked: ReadonlySet<string>,
): Selection {
  const numbers = new Map(selection.kind === 'some' ? selection.numbers : [])
  for (const { id, number } of rows) {
    if (ticked.has(id)) numbers.set(id, number)
    else numbers.delete(id)
  }
  return { kind: 'some', numbers }
}

/** The selection as the request body of a bulk edit. */
export const chosenIssues = (selection: Selection, filter: Filter) =>
  selection.kind === 'all' ? { filter: filterText(filter) } : { ids: [...selection.numbers.keys()] }

/** A filter that matches the selection, for an export; null if it is too long for a URL. */
export function filterOfSelection(selection: Selection, filter: Filter): Filter | null {
  if (selection.kind === 'all') return filter
  const number = [...selection.numbers.values()].sort((a, b) => a - b).join(',')
  return number.length > MOST_CHARACTERS ? null : { number }
}
