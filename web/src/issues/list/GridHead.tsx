import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, memo, type PointerEvent, useRef } from 'react'
import { TickBox } from '../../ui/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import {
  type ColumnId,
  computeNextSort,
  getColumnKind,
  MAX_COLUMN_PX,
  MIN_COLUMN_PX,
  MIN_TITLE_PX,
  resizeColumn,
  type ShownColumn,
} from './columns.ts'
import { useListText } from './text.ts'
import { useColumnLabel } from './use-column-labels.ts'

interface GridHeadProps {
  columns: readonly ShownColumn[]
  sort: string | undefined
  ticked: 'all' | 'some' | 'none'
  /** returns the latest callbacks; the function itself is stable, so that memo works */
  actions: () => {
    onColumns: (columns: readonly ShownColumn[]) => void
    onSort: (sort: string | undefined) => void
    onTickAll: (all: boolean) => void
  }
}

/** Header row: buttons sort, separators resize. Memoised, so that scrolling does not render it again. */
export const GridHead = memo(function GridHead(props: GridHeadProps) {
  const text = useListText()
  return (
    <thead className="sticky top-0 z-1 bg-surface shadow-[inset_0_-1px_0_var(--color-line)]">
      <tr aria-rowindex={1}>
        <th scope="col" className="w-9 ps-3">
          <TickBox
            aria-label={text.selectAllShown}
            checked={props.ticked === 'all'}
            mixed={props.ticked === 'some'}
            onChange={(all) => props.actions().onTickAll(all)}
          />
        </th>
        {props.columns.map((column) => (
          <HeadCell key={column.id} {...props} column={column} />
        ))}
        <th scope="col" className="w-10">
          <span className="sr-only">{text.more}</span>
        </th>
      </tr>
    </thead>
  )
})

function HeadCell(props: GridHeadProps & { column: ShownColumn }) {
  const { id } = props.column
  const labelOf = useColumnLabel()
  const { sort: field, align } = getColumnKind(id)
  const sorted =
    field && props.sort === field ? 'ascending' : props.sort === `-${field}` ? 'descending' : undefined
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={sorted}
      className={cx(
        'relative h-8 px-2 font-medium text-12 text-text-muted',
        align === 'end' ? 'text-end' : 'text-start',
      )}
    >
      {field ? (
        <button
          type="button"
          onClick={() => props.actions().onSort(computeNextSort(id, props.sort))}
          className="touch-target group -mx-1 inline-flex h-6 max-w-full items-center gap-1 rounded-mark px-1 hover:text-text"
        >
          <span className="truncate">{labelOf(id)}</span>
          <Arrow
            aria-hidden
            className={cx('size-3 flex-none', !sorted && 'opacity-0 group-hover:opacity-60')}
          />
        </button>
      ) : (
        <span className="block truncate">{labelOf(id)}</span>
      )}
      <Resizer
        id={id}
        width={props.column.width ?? MIN_TITLE_PX}
        onWidth={(width) => props.actions().onColumns(resizeColumn(props.columns, id, width))}
      />
    </th>
  )
}

/** Resize handle of a column: dragged, or moved with the arrow keys. */
function Resizer(props: { id: ColumnId; width: number; onWidth: (width: number) => void }) {
  const text = useListText()
  const labelOf = useColumnLabel()
  const drag = useRef<{ x: number; width: number } | null>(null)
  const direction = (element: Element) => (getComputedStyle(element).direction === 'rtl' ? -1 : 1)
  function start(event: PointerEvent<HTMLElement>) {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const width = event.currentTarget.parentElement?.getBoundingClientRect().width ?? props.width
    drag.current = { x: event.clientX, width }
  }
  function move(event: PointerEvent<HTMLElement>) {
    if (!drag.current) return
    props.onWidth(drag.current.width + (event.clientX - drag.current.x) * direction(event.currentTarget))
  }
  function press(event: KeyboardEvent<HTMLElement>) {
    const step = (event.shiftKey ? 48 : 16) * direction(event.currentTarget)
    const by = { ArrowRight: step, ArrowLeft: -step }[event.key]
    if (by === undefined) return
    event.preventDefault()
    props.onWidth(props.width + by)
  }
  const stop = () => {
    drag.current = null
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr is not interactive
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={text.widthOf(labelOf(props.id))}
      aria-valuenow={Math.round(props.width)}
      aria-valuemin={MIN_COLUMN_PX}
      aria-valuemax={MAX_COLUMN_PX}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={stop}
      onPointerCancel={stop}
      onKeyDown={press}
      className="absolute end-0 top-1 bottom-1 w-px cursor-col-resize touch-none bg-line outline-offset-1 after:absolute after:-inset-x-1.5 after:inset-y-0 hover:bg-line-strong focus-visible:bg-focus"
    />
  )
}
