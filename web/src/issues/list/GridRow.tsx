import type { IssueRow } from '@plumbline/contract/issues/issues'
import { Ellipsis } from 'lucide-react'
import { memo } from 'react'
import { buttonClass } from '../../ui/button-look.ts'
import { RowTickBox } from '../../ui/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { useUiText } from '../../ui/text.tsx'
import { getColumnKind, isClipped, type ShownColumn } from './columns.ts'
import type { GridProps } from './grid-props.ts'
import { useListText } from './text.ts'
import type { CellRenderer } from './use-issue-cells.tsx'

interface GridRowProps {
  row: IssueRow
  index: number
  columns: readonly ShownColumn[]
  cells: CellRenderer
  selected: boolean
  current: boolean
  inTabOrder: boolean
  /** outside of the viewport: keeps its content until the rows in it have been drawn */
  postponed: boolean
  actions: () => Pick<GridProps, 'onOpen' | 'onMenu'> & {
    tick: (index: number, range: boolean) => void
    setActive: (index: number) => void
  }
}

/** the same element for all rows, which React therefore compares by identity */
const menuIcon = <Ellipsis aria-hidden />
const menuButtonClass = buttonClass('ghost', 'small', true)

/** Table row of one issue; memoised, so that scrolling stays smooth. */
export const GridRow = memo(GridRowContent, (before, now) => now.postponed || areSameProps(before, now))

const areSameProps = (before: GridRowProps, now: GridRowProps) =>
  (Object.keys(now) as (keyof GridRowProps)[]).every((key) => Object.is(before[key], now[key]))

function GridRowContent(props: GridRowProps) {
  const { row, index, actions } = props
  const ui = useUiText()
  const text = useListText()
  const menuName = text.rowActions(row.number)
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      aria-current={props.current ? 'true' : undefined}
      tabIndex={props.inTabOrder ? 0 : -1}
      onFocus={() => actions().setActive(index)}
      onDoubleClick={() => actions().onOpen(row)}
      onContextMenu={(event) => {
        event.preventDefault()
        actions().onMenu(row, { left: event.clientX, bottom: event.clientY })
      }}
      className={cx(
        'h-10 border-line border-b -outline-offset-2 hover:bg-sunken aria-[current=true]:bg-sunken pointer-coarse:h-11',
        props.selected && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <td className="ps-3" onClickCapture={(event) => event.shiftKey && actions().tick(index, true)}>
        <RowTickBox
          aria-label={ui.selectRow(`#${row.number} ${row.name}`)}
          checked={props.selected}
          onChange={() => actions().tick(index, false)}
        />
      </td>
      {props.columns.map((column) => (
        <td
          key={column.id}
          className={cx(
            'whitespace-nowrap px-2',
            isClipped(column) && 'truncate overflow-clip',
            getColumnKind(column.id).align === 'end' && 'text-end tabular-nums',
          )}
        >
          {props.cells(column.id, row)}
        </td>
      ))}
      <td className="pe-1 text-end">
        <button
          type="button"
          aria-label={menuName}
          aria-haspopup="menu"
          title={menuName}
          onClick={(event) => actions().onMenu(row, event.currentTarget.getBoundingClientRect())}
          className={menuButtonClass}
        >
          {menuIcon}
        </button>
      </td>
    </tr>
  )
}
