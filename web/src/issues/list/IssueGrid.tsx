import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  startTransition,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { cx } from '../../ui/cx.ts'
import { rowHeight, windowRect } from '../../ui/row-height.ts'
import { isTextInput } from '../../ui/rows.ts'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { MIN_TITLE_PX } from './columns.ts'
import { GridHead } from './GridHead.tsx'
import { GridRow } from './GridRow.tsx'
import { layOutLines } from './grid-lines.ts'
import type { GridProps } from './grid-props.ts'
import { ISSUE_PAGE_SIZE } from './issue-pages.ts'
import { useLatest } from './use-latest.ts'
import { useReusedRows } from './use-reused-rows.ts'

/** The issue table, virtualised: only rows in view are rendered. */
export function IssueGrid(props: GridProps) {
  const { rows, columns, groups } = props
  const keyOf = groups?.keyOf
  const { lines, lineOf } = useMemo(() => layOutLines(rows, keyOf), [rows, keyOf])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const scroller = useRef<HTMLDivElement>(null)
  const waiting = props.more ? Math.min(ISSUE_PAGE_SIZE, Math.max(1, props.total - rows.length)) : 0
  const virtual = useVirtualizer({
    count: lines.length + waiting,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight(40),
    overscan: 6,
    initialRect: windowRect(),
    // the sticky head covers the first 32 px
    scrollPaddingStart: 32,
  })
  const items = virtual.getVirtualItems()
  const rowAt = (line: number | undefined) => lines[line ?? 0]?.index ?? rows.length + waiting
  const first = rowAt(items[0]?.index)
  const last = rowAt(items.at(-1)?.index)
  const keyOfRow = useReusedRows(props.listKey, rows.slice(Math.max(0, first), last + 1))
  const drawnKey = useDrawnKey(props.listKey)
  const inSight = virtual.range
  const onVisibleRows = useEffectEvent(props.onVisibleRows)
  useEffect(() => onVisibleRows(first, last), [first, last])
  useListChange(props.listKey, () => {
    // scrolling computes the layout at once
    if ((virtual.scrollOffset ?? 0) > 0) virtual.scrollToOffset(0)
  })
  const keys = useRowKeys({
    keys: ids,
    container: scroller,
    show: (index) => virtual.scrollToIndex(lineOf[index] ?? 0),
    selected: props.selected,
    onSelect: props.onSelect,
    onOpen: (index) => {
      const row = rows[index]
      if (row) props.onOpen(row)
    },
    onMove: (index) => {
      const row = rows[index]
      if (row) props.onMove(row)
    },
  })
  const onTickAll = (all: boolean) => props.onSelect(new Set(all ? ids : []))
  const actions = useLatest({ ...props, tick: keys.tick, setActive: keys.setActive, onTickAll })
  function press(event: KeyboardEvent<HTMLElement>) {
    const element = event.target instanceof HTMLElement ? event.target.closest('[data-index]') : null
    const row = rows[keys.active]
    const plain = !event.altKey && !event.ctrlKey && !event.metaKey
    const wantsAll = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'a'
    if (wantsAll && !isTextInput(event.target as Element)) {
      event.preventDefault()
      props.onSelectAll()
      return
    }
    if (
      element &&
      row &&
      plain &&
      props.onKey(event.key.toLowerCase(), row, element.getBoundingClientRect())
    ) {
      event.preventDefault()
      // keeps the app-wide shortcuts from handling the key as well
      event.stopPropagation()
    } else keys.onKeyDown(event)
  }
  const inView = keys.active >= first && keys.active <= last
  const { selected } = props
  const ticked = useMemo(() => ids.filter((id) => selected.has(id)).length, [ids, selected])
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const width = columns.reduce((sum, column) => sum + (column.width ?? MIN_TITLE_PX), 36 + 40)
  return (
    <div ref={scroller} data-scroll={props.label} className={cx('overflow-auto', props.className)}>
      <table
        aria-label={props.label}
        aria-rowcount={props.total + 1}
        className="w-full table-fixed border-collapse text-13"
        style={{ minWidth: width }}
      >
        <colgroup>
          <col style={{ width: 36 }} />
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width: width ?? undefined }} />
          ))}
          <col style={{ width: 40 }} />
        </colgroup>
        <GridHead
          columns={columns}
          sort={props.sort}
          ticked={ticked === 0 ? 'none' : ticked === ids.length ? 'all' : 'some'}
          actions={actions}
        />
        <tbody onKeyDown={press}>
          <Spacer height={before} />
          {items.map(({ index: line, key }) => {
            const { index = -1, heading } = lines[line] ?? {}
            const row = rows[index]
            if (heading && groups)
              return (
                <GroupHead
                  // rows of the previous order, shown until the next arrives, may have a group several times
                  key={`group ${index}`}
                  columns={columns.length}
                  name={groups.nameOf(heading.key)}
                  total={groups.totalOf(heading.key)}
                />
              )
            return row ? (
              <GridRow
                key={keyOfRow(row.id)}
                row={props.shown(row)}
                index={index}
                columns={columns}
                cells={props.cells}
                selected={props.selected.has(row.id)}
                current={props.current === row.id}
                postponed={
                  drawnKey !== props.listKey &&
                  inSight !== null &&
                  (line < inSight.startIndex || line > inSight.endIndex)
                }
                inTabOrder={index === (inView ? keys.active : first)}
                actions={actions}
              />
            ) : (
              <LoadingRow key={key} columns={columns.length} />
            )
          })}
          <Spacer height={after} />
        </tbody>
      </table>
    </div>
  )
}

/** Heading row of a group. */
function GroupHead(props: { columns: number; name: string; total: number | undefined }) {
  return (
    <tr className="h-10 border-line border-b pointer-coarse:h-11">
      <th scope="rowgroup" colSpan={props.columns + 2} className="px-3 pt-3 text-start font-semibold">
        {props.name}
        {props.total !== undefined && (
          <span className="ms-2 font-normal text-text-muted tabular-nums">{props.total}</span>
        )}
      </th>
    </tr>
  )
}

/** Runs when the list changes to another query; not on mount, when the scroll position may be restored. */
function useListChange(key: string, begin: () => void) {
  const last = useRef(key)
  const run = useEffectEvent(begin)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    run()
  }, [key])
}

/** Pause after which the rows outside of the viewport are drawn; between the letters of a search they are not. */
const OTHER_ROWS_MS = 150

/** Key of the list whose visible rows have been on screen for a moment. */
function useDrawnKey(listKey: string): string {
  const [drawn, setDrawn] = useState(listKey)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setDrawn(listKey)), OTHER_ROWS_MS)
    return () => clearTimeout(timer)
  }, [listKey])
  return drawn
}

/** Placeholder of a row that is being loaded. */
function LoadingRow({ columns }: { columns: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a plain table takes no focus
    <tr aria-hidden="true" className="h-10 border-line border-b pointer-coarse:h-11">
      <td />
      <td colSpan={columns + 1} className="px-2">
        <span className="block h-3 w-2/5 rounded-mark bg-sunken" />
      </td>
    </tr>
  )
}

/** Spacer with the height of the rows above or below the viewport. */
function Spacer(props: { height: number }) {
  if (props.height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a plain table takes no focus
    <tr aria-hidden="true">
      <td style={{ height: props.height }} />
    </tr>
  )
}
