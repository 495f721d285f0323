import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { TickBox } from './Checkbox.tsx'
import { cx } from './cx.ts'
import { rowHeight } from './row-height.ts'
import { useUiText } from './text.tsx'
import { useGrowingList } from './use-growing-list.ts'
import { useRowKeys } from './use-row-keys.ts'

export interface TableColumn<Row> {
  id: string
  header: string
  /** the header is for screen readers only, for columns of icons and menus */
  hideHeader?: boolean
  cell: (row: Row) => ReactNode
  /** numbers are aligned to the end in tabular figures */
  align?: 'start' | 'end'
  sortable?: boolean
  /** a CSS width such as '6rem'; columns without one share the rest */
  width?: string
  /** hidden below 640 px, or below 1024 px, where a table of many columns would leave no room for names */
  wideOnly?: boolean | 'lg'
}

export interface TableSort {
  column: string
  direction: 'ascending' | 'descending'
}

export interface TableProps<Row> {
  /** accessible name of the table */
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** names a row, for "Select …" */
  rowLabel: (row: Row) => string
  sort?: TableSort | null
  onSort?: (sort: TableSort) => void
  /** keys of the selected rows; with `onSelect` every row has a checkbox */
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  /** Enter or double click on a row; a single click follows the row's own link */
  onOpen?: (row: Row) => void
  /** key of the row opened next to the table */
  current?: string | null
  /** rows of 32 px instead of 40 */
  dense?: boolean
  className?: string
}

const none: ReadonlySet<string> = new Set()
const getWidthClass = ({ wideOnly }: Pick<TableColumn<never>, 'wideOnly'>) =>
  wideOnly && (wideOnly === 'lg' ? 'max-lg:hidden' : 'max-sm:hidden')

/** The table rows with keyboard navigation. */
function useTableKeys<Row>(
  table: TableProps<Row>,
  keys: readonly string[],
  container: RefObject<HTMLElement | null>,
  show: (index: number) => void,
) {
  const { onOpen, rows } = table
  return useRowKeys({
    keys,
    container,
    show,
    selected: table.selected,
    onSelect: table.onSelect,
    onOpen:
      onOpen &&
      ((index) => {
        const row = rows[index]
        if (row !== undefined) onOpen(row)
      }),
  })
}

function HeadCell<Row>(props: {
  column: TableColumn<Row>
  sort?: TableSort | null
  onSort?: (sort: TableSort) => void
}) {
  const { column, sort, onSort } = props
  const sorted = sort?.column === column.id ? sort.direction : undefined
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={sorted}
      className={cx(
        'h-8 px-2 font-medium text-12 text-text-muted first:ps-3 last:pe-3',
        column.align === 'end' ? 'text-end' : 'text-start',
        getWidthClass(column),
      )}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          onClick={() =>
            onSort({ column: column.id, direction: sorted === 'ascending' ? 'descending' : 'ascending' })
          }
          className="touch-target group -mx-1 inline-flex h-6 items-center gap-1 rounded-mark px-1 hover:text-text"
        >
          {column.header}
          <Arrow aria-hidden className={cx('size-3', !sorted && 'opacity-0 group-hover:opacity-60')} />
        </button>
      ) : (
        <span className={column.hideHeader ? 'sr-only' : undefined}>{column.header}</span>
      )}
    </th>
  )
}

function Head<Row>(props: TableProps<Row> & { keys: readonly string[] }) {
  const text = useUiText()
  const selected = props.selected ?? none
  const ticked = props.keys.filter((key) => selected.has(key)).length
  return (
    <thead className="sticky top-0 z-1 bg-surface shadow-[inset_0_-1px_0_var(--color-line)]">
      <tr aria-rowindex={1}>
        {props.onSelect && (
          <th scope="col" className="w-9 ps-3">
            <TickBox
              aria-label={text.selectAll}
              checked={ticked > 0 && ticked === props.keys.length}
              mixed={ticked > 0 && ticked < props.keys.length}
              onChange={(all) => props.onSelect?.(new Set(all ? props.keys : []))}
            />
          </th>
        )}
        {props.columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
        ))}
      </tr>
    </thead>
  )
}

function BodyRow<Row>(props: {
  table: TableProps<Row>
  row: Row
  index: number
  inTabOrder: boolean
  onActive: (index: number) => void
  onTick: (index: number, range: boolean) => void
}) {
  const { table, row, index } = props
  const text = useUiText()
  const key = table.rowKey(row)
  const selected = table.selected?.has(key) ?? false
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      aria-current={table.current === key ? 'true' : undefined}
      tabIndex={props.inTabOrder ? 0 : -1}
      onFocus={() => props.onActive(index)}
      onDoubleClick={() => table.onOpen?.(row)}
      className={cx(
        'border-line border-b -outline-offset-2 hover:bg-sunken aria-[current=true]:bg-sunken',
        table.dense ? 'h-8 pointer-coarse:h-11' : 'h-10 pointer-coarse:h-11',
        selected && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      {table.onSelect && (
        <td
          className="ps-3"
          onClickCapture={(event) => {
            if (!event.shiftKey) return
            // the box would toggle its row once more
            event.preventDefault()
            event.stopPropagation()
            props.onTick(index, true)
          }}
        >
          <TickBox
            aria-label={text.selectRow(table.rowLabel(row))}
            checked={selected}
            onChange={() => props.onTick(index, false)}
          />
        </td>
      )}
      {table.columns.map((column) => (
        <td
          key={column.id}
          className={cx(
            'truncate px-2 first:ps-3 last:pe-3',
            column.align === 'end' && 'text-end tabular-nums',
            getWidthClass(column),
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

function Columns<Row>({ columns, onSelect }: TableProps<Row>) {
  return (
    <colgroup>
      {onSelect && <col className="w-9" />}
      {columns.map((column) => (
        <col key={column.id} style={{ width: column.width }} className={cx(getWidthClass(column))} />
      ))}
    </colgroup>
  )
}

/**
 * A table with a sticky header, sortable columns, selection and keyboard navigation, within a page: long ones are rendered
 * in steps while the page scrolls. For a table that scrolls by itself use VirtualTable with the same props.
 *
 *     <Table label="Members" columns={columns} rows={members} rowKey={(m) => m.id} rowLabel={(m) => m.name} />
 */
export function Table<Row>(
  props: TableProps<Row> & {
    /** there is content below it, which stays near: a long table scrolls by itself */ isAboveMore?: boolean
  },
) {
  const keys = props.rows.map(props.rowKey)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useGrowingList(keys.length)
  const rows = useTableKeys(props, keys, scroller, (index) => {
    flushSync(() => list.reach(index))
    scroller.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <div
      ref={scroller}
      className={cx(
        'scroll-pt-8 overflow-auto',
        props.isAboveMore && list.isLong && 'max-h-[70dvh]',
        props.className,
      )}
    >
      <table
        aria-label={props.label}
        aria-rowcount={keys.length + 1}
        className="w-full table-fixed border-collapse text-13"
      >
        <Columns {...props} />
        <Head {...props} keys={keys} />
        <tbody onKeyDown={rows.onKeyDown}>
          {props.rows.slice(0, list.count).map((row, index) => (
            <BodyRow
              key={keys[index]}
              table={props}
              row={row}
              index={index}
              inTabOrder={index === rows.active}
              onActive={rows.setActive}
              onTick={rows.tick}
            />
          ))}
        </tbody>
      </table>
      <div ref={list.end} />
    </div>
  )
}

/**
 * A Table of any length that renders only the rows in view. Its `className` must limit its height.
 *
 *     <VirtualTable label="Issues" className="h-full" columns={columns} rows={issues} … onOpen={open} />
 */
export function VirtualTable<Row>(props: TableProps<Row>) {
  const keys = props.rows.map(props.rowKey)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: props.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight(props.dense ? 32 : 40),
    overscan: 8,
    // the sticky header covers the first 32 px
    scrollPaddingStart: 32,
  })
  const rows = useTableKeys(props, keys, scroller, (index) => virtual.scrollToIndex(index))
  const items = virtual.getVirtualItems()
  const inView = items.some((item) => item.index === rows.active)
  // the active row is not rendered when scrolled away: Tab then enters at the first rendered row
  const inTabOrder = inView ? rows.active : items[0]?.index
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <div ref={scroller} data-scroll={props.label} className={cx('overflow-auto', props.className)}>
      <table
        aria-label={props.label}
        aria-rowcount={props.rows.length + 1}
        className="w-full table-fixed border-collapse text-13"
      >
        <Columns {...props} />
        <Head {...props} keys={keys} />
        <tbody onKeyDown={rows.onKeyDown}>
          <Gap height={before} />
          {items.map((item) => {
            const row = props.rows[item.index]
            return (
              row !== undefined && (
                <BodyRow
                  key={keys[item.index]}
                  table={props}
                  row={row}
                  index={item.index}
                  inTabOrder={item.index === inTabOrder}
                  onActive={rows.setActive}
                  onTick={rows.tick}
                />
              )
            )
          })}
          <Gap height={after} />
        </tbody>
      </table>
    </div>
  )
}

/** Spacer for the rows above or below the rendered ones. */
function Gap(props: { height: number }) {
  if (props.height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a plain table is not focusable
    <tr aria-hidden="true">
      <td style={{ height: props.height }} />
    </tr>
  )
}
