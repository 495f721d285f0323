import type { IssueRow, IssueStatus } from '@plumbline/contract/issues/issues'
import { type IssueReason, issueAction, type Relation } from '@plumbline/contract/issues/issues.rules'
import type { FilterName, Group } from '../filters/issue-query.ts'
import type { RowChanges } from '../list/row-edits.ts'

/** The issue field that each grouping of the board uses for its columns. */
export const groupFields = {
  status: 'status',
  priority: 'priority',
  assignee: 'assignee_id',
  trade: 'trade',
  level: 'level_id',
  section: 'section_id',
  type: 'type',
} as const satisfies Record<Group, keyof IssueRow & FilterName>

export const columnOf = (row: IssueRow, group: Group): string | null => row[groupFields[group]]

/** The reason why a card cannot be moved to a column; null if it can. */
export function whyNotThere(
  who: Relation,
  row: IssueRow,
  group: Group,
  key: string | null,
  assignable: ReadonlySet<string>,
): IssueReason | 'CANNOT_ASSIGN' | null {
  const verdict =
    group === 'status'
      ? issueAction(who, row, { to: key as IssueStatus, comment: true })
      : issueAction(who, row, 'EDIT')
  if (verdict !== true) return verdict
  return group === 'assignee' && key !== null && !assignable.has(key) ? 'CANNOT_ASSIGN' : null
}

export const moveTo = (group: Group, key: string | null): RowChanges =>
  ({ [groupFields[group]]: key }) as RowChanges

export interface Cards {
  key: string | null
  total: number
  items: IssueRow[]
}

/**
 * Applies optimistic edits to the columns: a moved card is listed and counted in its new column before the server
 * answers.
 */
export function settle<C extends Cards>(
  columns: readonly C[],
  group: Group,
  shown: (row: IssueRow) => IssueRow,
): C[] {
  const all = columns.flatMap(({ key, items }) => items.map((row) => ({ from: key, row: shown(row) })))
  const strays = all.filter(({ from, row }) => columnOf(row, group) !== from)
  return columns.map((column) => {
    const gone = strays.filter(({ from }) => from === column.key).length
    const come = strays.filter(({ row }) => columnOf(row, group) === column.key).map(({ row }) => row)
    const stay = column.items.map(shown).filter((row) => columnOf(row, group) === column.key)
    const have = new Set(stay.map(({ id }) => id))
    return {
      ...column,
      total: column.total - gone + come.length,
      items: [...come.filter(({ id }) => !have.has(id)), ...stay],
    }
  })
}
