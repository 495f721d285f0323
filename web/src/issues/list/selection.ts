import type { IssueRow } from '@plumbline/contract/issues/issues'
import { type Filter, filterText } from '../filters/issue-query.ts'

/** Rows that were ticked, by id with their number, or everything that the filter means. */
export type Selection =
  | { kind: 'some'; numbers: ReadonlyMap<string, number> }
  | { kind: 'all'; total: number }

export const nothingSelected: Selection = { kind: 'some', numbers: new Map() }
/** what the filter `number` takes of an address */
const MOST_CHARACTERS = 12_000

export const countSelected = (selection: Selection): number =>
  selection.kind === 'all' ? selection.total : selection.numbers.size

/** The ticks as the list draws them. */
export const idsOf = (selection: Selection, rows: readonly IssueRow[]): ReadonlySet<string> =>
  new Set(selection.kind === 'all' ? rows.map(({ id }) => id) : selection.numbers.keys())

/** The selection after the ticks of these rows became so; ticks of rows that are not loaded any more stay. */
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

/** What a change of many is sent with. */
export const chosenIssues = (selection: Selection, filter: Filter) =>
  selection.kind === 'all' ? { filter: filterText(filter) } : { ids: [...selection.numbers.keys()] }

/** The filter that means the selection, for an export; null when it is too long for an address. */
export function filterOfSelection(selection: Selection, filter: Filter): Filter | null {
  if (selection.kind === 'all') return filter
  const number = [...selection.numbers.values()].sort((a, b) => a - b).join(',')
  return number.length > MOST_CHARACTERS ? null : { number }
}
