import type { IssueRow } from '@plumbline/contract/issues/issues'
import { formatIssueFilter, type IssueFilterParams } from '../filters/issue-query.ts'

/** The selected issues: ids with their numbers, or everything that matches the filter. */
export type IssueSelection =
  | { kind: 'some'; numbers: ReadonlyMap<string, number> }
  | { kind: 'all'; total: number }

export const emptySelection: IssueSelection = { kind: 'some', numbers: new Map() }
/** maximum length of the `number` filter in a URL */
const MAX_CHARACTERS = 12_000

export const countSelected = (selection: IssueSelection): number =>
  selection.kind === 'all' ? selection.total : selection.numbers.size

/** The ids of the loaded rows that are shown as selected. */
export const listSelectedRowIds = (
  selection: IssueSelection,
  rows: readonly IssueRow[],
): ReadonlySet<string> =>
  new Set(selection.kind === 'all' ? rows.map(({ id }) => id) : selection.numbers.keys())

/** Applies the checkboxes of the loaded rows to the selection; rows that are no longer loaded stay selected. */
export function applyCheckboxes(
  selection: IssueSelection,
  rows: readonly IssueRow[],
  ticked: ReadonlySet<string>,
): IssueSelection {
  const numbers = new Map(selection.kind === 'some' ? selection.numbers : [])
  for (const { id, number } of rows) {
    if (ticked.has(id)) numbers.set(id, number)
    else numbers.delete(id)
  }
  return { kind: 'some', numbers }
}

/** The selection as the request body of a bulk edit. */
export const buildSelectionBody = (selection: IssueSelection, filter: IssueFilterParams) =>
  selection.kind === 'all' ? { filter: formatIssueFilter(filter) } : { ids: [...selection.numbers.keys()] }

/** A filter that matches the selection, for an export; null if it is too long for a URL. */
export function buildSelectionFilter(
  selection: IssueSelection,
  filter: IssueFilterParams,
): IssueFilterParams | null {
  if (selection.kind === 'all') return filter
  const number = [...selection.numbers.values()].sort((a, b) => a - b).join(',')
  return number.length > MAX_CHARACTERS ? null : { number }
}
