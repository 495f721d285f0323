import type { IssueRow } from '@plumbline/contract/issues/issues'
import type { Project } from '@plumbline/contract/projects/projects'
import { memo } from 'react'
import { Menu } from '../../ui/Menu.tsx'
import type { RowChanges } from './optimistic-rows.ts'
import { RowFieldItems, type RowMenuField, RowMenuItems } from './RowMenu.tsx'
import { useListText } from './text.ts'

/** The open row menu: its row, the field or `all`, and its position in pixels. */
export interface OpenRowMenu {
  row: IssueRow
  part: RowMenuField | 'all'
  left: number
  top: number
}

interface RowPopupProps {
  project: Project
  open: OpenRowMenu | null
  /** the row with optimistic changes */
  row: IssueRow | null
  href: string
  onClose: () => void
  onEdit: (row: IssueRow, changes: RowChanges) => void
  onResolve: (row: IssueRow) => void
}

/**
 * The context menu, shared by all rows and positioned at the row that opened it; the focus returns there. Memoised while it
 * is closed, when rows often change.
 */
export const RowPopup = memo(RowPopupContent, (before, now) => before.open === null && now.open === null)

function RowPopupContent(props: RowPopupProps) {
  const text = useListText()
  const { open, row } = props
  const items = row && {
    project: props.project,
    row,
    onEdit: (changes: RowChanges) => props.onEdit(row, changes),
    onResolve: () => props.onResolve(row),
  }
  return (
    <Menu
      open={open !== null}
      onOpenChange={(next) => !next && props.onClose()}
      trigger={
        <button
          type="button"
          tabIndex={-1}
          aria-hidden={open === null}
          aria-label={text.rowActions(row?.number ?? 0)}
          className="pointer-events-none fixed size-px opacity-0"
          style={{ left: open?.left ?? 0, top: open?.top ?? 0 }}
          // the closing menu focuses its trigger: pass the focus on to the row
          onFocus={() =>
            document
              .querySelector<HTMLElement>('tr[data-index][tabindex="0"]')
              ?.focus({ preventScroll: true })
          }
        />
      }
    >
      {open && items && open.part === 'all' && <RowMenuItems {...items} href={props.href} />}
      {open && items && open.part !== 'all' && <RowFieldItems {...items} part={open.part} />}
    </Menu>
  )
}
