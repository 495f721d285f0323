import type { IssueRow } from '@plumbline/contract/issues/issues'
import type { ShownColumn } from './columns.ts'
import type { CellRenderer } from './use-issue-cells.tsx'
import type { ListGroups } from './use-list-groups.ts'

export interface GridProps {
  label: string
  rows: readonly IssueRow[]
  /** number of matching issues, including those not loaded yet */
  total: number
  more: boolean
  /** grouping with headings, if any */
  groups: ListGroups | null
  columns: readonly ShownColumn[]
  onColumns: (columns: readonly ShownColumn[]) => void
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  /** Ctrl+A: selects all matching issues, including those not loaded */
  onSelectAll: () => void
  current: string | null
  cells: CellRenderer
  shown: (row: IssueRow) => IssueRow
  onOpen: (row: IssueRow) => void
  /** a key has moved to a row */
  onMove: (row: IssueRow) => void
  /** key pressed on a row, with the row's rectangle to place a menu at; returns whether it was handled */
  onKey: (key: string, row: IssueRow, at: DOMRect) => boolean
  onMenu: (row: IssueRow, at: { left: number; bottom: number }) => void
  onVisibleRows: (first: number, last: number) => void
  /** identifies the query: a change scrolls to the top */
  listKey: string
  className?: string
}
