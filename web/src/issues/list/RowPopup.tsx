import type { IssueRow } from '@plumbline/contract/issues/issues'
import type { Project } from '@plumbline/contract/projects/projects'
import { Menu } from '../../ui/Menu.tsx'
import { RowMenuItems, type RowPart, RowPartItems } from './RowMenu.tsx'
import type { RowChanges } from './row-edits.ts'
import { useListText } from './text.ts'

/** Which choices are open, for which row, and where on the screen. */
export interface OpenMenu {
  row: IssueRow
  part: RowPart | 'all'
  left: number
  top: number
}

/** The one menu of all rows, at the row that asked for it; the focus goes back there. */
export function RowPopup(props: {
  project: Project
  open: OpenMenu | null
  /** the row as it is shown now */
  row: IssueRow | null
  href: string
  onClose: () => void
  onEdit: (row: IssueRow, changes: RowChanges) => void
  onResolve: (row: IssueRow) => void
}) {
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
          // the menu gives its focus back to this; the keys belong to the row
          onFocus={() =>
            document
              .querySelector<HTMLElement>('tr[data-index][tabindex="0"]')
              ?.focus({ preventScroll: true })
          }
        />
      }
    >
      {open && items && open.part === 'all' && <RowMenuItems {...items} href={props.href} />}
      {open && items && open.part !== 'all' && <RowPartItems {...items} part={open.part} />}
    </Menu>
  )
}
