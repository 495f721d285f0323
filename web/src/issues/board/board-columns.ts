import type { IssueRow, IssueStatus } from '@plumbline/contract/issues/issues'
import {
  evaluateIssueAction,
  type IssueCaller,
  type IssueReason,
} from '@plumbline/contract/issues/issues.rules'
import type { IssueFilterName, IssueGrouping } from '../filters/issue-query.ts'
import type { RowChanges } from '../list/optimistic-rows.ts'

/** The issue field that each grouping of the board uses for its columns. */
export const fieldByGroup = {
  status: 'status',
  priority: 'priority',
  assignee: 'assignee_id',
  trade: 'trade',
  level: 'level_id',
  section: 'section_id',
  type: 'type',
} as const satisfies Record<IssueGrouping, keyof IssueRow & IssueFilterName>

export const getColumnKey = (row: IssueRow, group: IssueGrouping): string | null => row[fieldByGroup[group]]

/** The reason why a card cannot be moved to a column; null if it can. */
export function explainColumnRefusal(
  relation: IssueCaller,
  row: IssueRow,
  group: IssueGrouping,
  key: string | null,
  assignable: ReadonlySet<string>,
): IssueReason | 'CANNOT_ASSIGN' | null {
  const verdict =
    group === 'status'
      ? evaluateIssueAction(relation, row, { to: key as IssueStatus, comment: true })
      : evaluateIssueAction(relation, row, 'EDIT')
  if (verdict !== true) return verdict
  return group === 'assignee' && key !== null && !assignable.has(key) ? 'CANNOT_ASSIGN' : null
}

export const buildColumnChanges = (group: IssueGrouping, key: string | null): RowChanges =>
  ({ [fieldByGroup[group]]: key }) as RowChanges

export interface BoardColumnCards {
  key: string | null
  total: number
  items: IssueRow[]
}

/**
 * Applies optimistic edits to the columns: a moved card is listed and counted in its new column before the server
 * answers.
 */
export function applyEditsToColumns<C extends BoardColumnCards>(
  columns: readonly C[],
  group: IssueGrouping,
  shown: (row: IssueRow) => IssueRow,
): C[] {
  const cards = columns.flatMap(({ key, items }) => items.map((row) => ({ from: key, row: shown(row) })))
  const movedCards = cards.filter(({ from, row }) => getColumnKey(row, group) !== from)
  return columns.map((column) => {
    const leftCount = movedCards.filter(({ from }) => from === column.key).length
    const arrived = movedCards
      .filter(({ row }) => getColumnKey(row, group) === column.key)
      .map(({ row }) => row)
    const remaining = column.items.map(shown).filter((row) => getColumnKey(row, group) === column.key)
    const remainingIds = new Set(remaining.map(({ id }) => id))
    return {
      ...column,
      total: column.total - leftCount + arrived.length,
      items: [...arrived.filter(({ id }) => !remainingIds.has(id)), ...remaining],
    }
  })
}
