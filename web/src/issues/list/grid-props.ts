import type { IssueRow } from '@plumbline/contract/issues/issues'
import type { ShownColumn } from './columns.ts'
import type { Cells } from './use-cells.tsx'
import type { Groups } from './use-groups.ts'

export interface GridProps {
  label: string
  rows: readonly IssueRow[]
  /** how many there are with those that are not loaded */
  total: number
  more: boolean
  /** what is put together under headings */
  groups: Groups | null
  columns: readonly ShownColumn[]
  onColumns: (columns: readonly ShownColumn[]) => void
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  /** Ctrl A: also what is not loaded */
  onSelectAll: () => void
  current: string | null
  cells: Cells
  shown: (row: IssueRow) => IssueRow
  onOpen: (row: IssueRow) => void
  /** a letter on a row, with the place where its choices can stand */
  onKey: (key: string, row: IssueRow, at: DOMRect) => boolean
  onMenu: (row: IssueRow, at: { left: number; bottom: number }) => void
  onSight: (first: number, last: number) => void
  /** of what is listed: another one begins at the top */
  listKey: string
  className?: string
}
