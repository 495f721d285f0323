import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { cx } from './cx.ts'
import { MiddleTruncatedText } from './MiddleTruncatedText.tsx'
import { rowHeight } from './row-height.ts'
import { findByPrefix, listVisibleRows, type TreeRow, type TreeSource } from './tree-rows.ts'
import { useFullNameTooltip } from './use-full-name-tooltip.tsx'

const usual_row_px = 28
const typing_ms = 700

export interface TreeProps<Id extends string | number> {
  /** accessible name of the tree */
  label: string
  tree: TreeSource<Id>
  expanded: ReadonlySet<Id>
  onExpand: (expanded: Set<Id>) => void
  selected?: ReadonlySet<Id>
  /** `add`: Ctrl or Shift is held, which adds to the selection or removes from it */
  onSelect?: (id: Id, add: boolean) => void
  /** Enter or double click */
  onOpen?: (id: Id) => void
  /** right click, long press or the menu key: opens a row's menu at window coordinates; `back` restores the focus */
  onMenu?: (id: Id, at: { x: number; y: number }, back: HTMLElement) => void
  /** a row to scroll into view when this changes, such as the element just picked; its parents must be expanded */
  reveal?: Id | null
  icon?: (id: Id) => ReactNode
  /** content at the end of a row: a count or a button outside the tab order, which must be reachable otherwise too */
  trailing?: (id: Id) => ReactNode
  /** must limit the height */
  className?: string
}

/**
 * A virtualized tree with the keyboard support of the ARIA pattern: arrows move, expand and collapse, Home and End jump,
 * letters search, Space selects, Enter opens, * expands all siblings.
 *
 *     <Tree label="Model" className="h-full" tree={source} expanded={open} onExpand={setOpen}
 *       selected={selection} onSelect={select} onOpen={fit} />
 */
export function Tree<Id extends string | number>(props: TreeProps<Id>) {
  const { tree, expanded } = props
  const row_px = rowHeight(usual_row_px)
  const base = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [activeId, setActiveId] = useState<Id | null>(null)
  const typed = useRef({ text: '', at: Number.NEGATIVE_INFINITY })
  const rows = useMemo(() => listVisibleRows(tree, expanded), [tree, expanded])
  const found = useMemo(() => rows.findIndex((row) => row.id === activeId), [rows, activeId])
  const active = Math.max(0, found)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => row_px,
    overscan: 12,
    // the active row is rendered even when scrolled away: aria-activedescendant points at it
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), active])]
        .filter((index) => index < range.count)
        .sort((a, b) => a - b),
  })

  useRevealed(props.reveal, rows, (index, id) => {
    setActiveId(id)
    virtual.scrollToIndex(index)
  })

  const domIdOf = (row: TreeRow<Id>) => `${base}-${row.id}`
  const activeRow = rows[active]
  const whole = useFullNameTooltip(
    scroller,
    activeRow && { domId: domIdOf(activeRow), name: tree.label(activeRow.id) },
  )

  /** Moves the focus from a pressed row to the tree, because the row unmounts when scrolled away. */
  function takeFocus(id: Id) {
    setActiveId(id)
    scroller.current?.focus({ preventScroll: true })
  }
  function move(to: number) {
    whole.keyed()
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (!row) return
    setActiveId(row.id)
    virtual.scrollToIndex(rows.indexOf(row))
  }
  function setExpanded(ids: readonly Id[], open: boolean) {
    const next = new Set(expanded)
    for (const id of ids) {
      if (open) next.add(id)
      else next.delete(id)
    }
    props.onExpand(next)
  }
  const isTyping = (time: number) => time - typed.current.at < typing_ms
  function find(letter: string, time: number) {
    const fresh = !isTyping(time)
    const text = fresh ? letter : typed.current.text + letter
    typed.current = { text, at: time }
    const index = findByPrefix(tree, rows, text, fresh ? active + 1 : active)
    if (index >= 0) move(index)
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[active]
    if (!row || event.altKey || (event.metaKey && event.key.length === 1)) return
    whole.hide()
    if (event.key.length > 1) typed.current.at = Number.NEGATIVE_INFINITY
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const inward = rtl ? 'ArrowLeft' : 'ArrowRight'
    const outward = rtl ? 'ArrowRight' : 'ArrowLeft'
    if (event.key === 'ArrowDown') move(active + 1)
    else if (event.key === 'ArrowUp') move(active - 1)
    else if (event.key === 'Home') move(0)
    else if (event.key === 'End') move(rows.length - 1)
    else if (event.key === 'PageDown') move(active + 10)
    else if (event.key === 'PageUp') move(active - 10)
    else if (event.key === inward && row.expanded === false) setExpanded([row.id], true)
    else if (event.key === inward && row.expanded) move(active + 1)
    else if (event.key === outward && row.expanded) setExpanded([row.id], false)
    else if (event.key === outward && row.parent >= 0) move(row.parent)
    else if (event.key === 'Enter') props.onOpen?.(row.id)
    else if (event.key === ' ' && !isTyping(event.timeStamp))
      props.onSelect?.(row.id, event.ctrlKey || event.shiftKey)
    else if (event.key === '*') setExpanded(siblingsOf(tree, rows, row), true)
    else if (event.key.length === 1 && !event.ctrlKey) find(event.key, event.timeStamp)
    else return
    event.preventDefault()
  }

  function onContextMenu(event: MouseEvent<HTMLElement>) {
    const asked = menuRow(event, activeRow && domIdOf(activeRow))
    const row = asked && rows.find((each) => domIdOf(each) === asked.domId)
    if (!props.onMenu || !row) return
    event.preventDefault()
    takeFocus(row.id)
    whole.hide()
    props.onMenu(row.id, asked.at, event.currentTarget)
  }

  return (
    <div
      ref={scroller}
      role="tree"
      tabIndex={0}
      aria-label={props.label}
      aria-multiselectable={props.onSelect ? true : undefined}
      aria-activedescendant={activeRow && domIdOf(activeRow)}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
      {...whole.events}
      className={cx('group overflow-auto -outline-offset-2', props.className)}
    >
      <div role="presentation" className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          return (
            row && (
              <TreeItem
                key={row.id}
                domId={domIdOf(row)}
                row={row}
                tree={props}
                top={item.start}
                height={item.size}
                active={item.index === active}
                onPick={(add) => {
                  takeFocus(row.id)
                  props.onSelect?.(row.id, add)
                }}
                onPoint={(element) => whole.showSoon(element, tree.label(row.id))}
                onToggle={() => {
                  takeFocus(row.id)
                  setExpanded([row.id], !row.expanded)
                }}
              />
            )
          )
        })}
      </div>
      {whole.tip}
    </div>
  )
}

/** Scrolls to the revealed row when it changes and is rendered. */
function useRevealed<Id extends string | number>(
  reveal: Id | null | undefined,
  rows: readonly TreeRow<Id>[],
  show: (index: number, id: Id) => void,
) {
  const revealed = useRef<Id | null>(null)
  useEffect(() => {
    if (reveal === undefined || reveal === null || reveal === revealed.current) return
    const index = rows.findIndex((row) => row.id === reveal)
    if (index < 0) return
    revealed.current = reveal
    show(index, reveal)
  })
}

/** The row and position for a context menu: the row under the pointer, or the active row for the menu key. */
function menuRow({ target, clientX, clientY }: MouseEvent, active: string | undefined) {
  const over = target instanceof Element ? target.closest('[role=treeitem]') : null
  if (over) return { domId: over.id, at: { x: clientX, y: clientY } }
  const row = active && document.getElementById(active)
  if (!row) return null
  const { left, bottom } = row.getBoundingClientRect()
  return { domId: row.id, at: { x: left + 24, y: bottom } }
}

function siblingsOf<Id extends string | number>(
  tree: TreeSource<Id>,
  rows: readonly TreeRow<Id>[],
  row: TreeRow<Id>,
) {
  const parent = rows[row.parent]
  return parent ? tree.children(parent.id) : tree.roots
}

function TreeItem<Id extends string | number>(props: {
  domId: string
  row: TreeRow<Id>
  tree: TreeProps<Id>
  top: number
  height: number
  active: boolean
  onPick: (add: boolean) => void
  onPoint: (row: Element) => void
  onToggle: () => void
}) {
  const { row, tree } = props
  const selected = tree.selected?.has(row.id) ?? false
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree element has the focus and handles all keys
    <div
      id={props.domId}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.expanded ?? undefined}
      aria-selected={tree.onSelect ? selected : undefined}
      onPointerEnter={(event) => event.pointerType !== 'touch' && props.onPoint(event.currentTarget)}
      onClick={(event) => props.onPick(event.ctrlKey || event.metaKey || event.shiftKey)}
      onDoubleClick={() => tree.onOpen?.(row.id)}
      className={cx(
        'absolute inset-x-0 flex select-none items-center gap-1 rounded-control pe-2 text-13',
        selected ? 'bg-accent-soft' : 'hover:bg-sunken',
        props.active && 'group-focus-visible:outline-2 group-focus-visible:outline-focus -outline-offset-2',
      )}
      style={{ height: props.height, top: props.top, paddingInlineStart: 4 + (row.level - 1) * 16 }}
    >
      <span className="grid size-5 flex-none place-items-center">
        {row.expanded !== null && (
          // biome-ignore lint/a11y/noStaticElementInteractions: pointer only; the arrow keys do the same
          // biome-ignore lint/a11y/useKeyWithClickEvents: pointer only; the arrow keys do the same
          <span
            className="touch-target grid size-5 place-items-center rounded-mark text-text-muted hover:bg-line"
            onClick={(event) => {
              event.stopPropagation()
              props.onToggle()
            }}
          >
            <ChevronRight
              aria-hidden
              className={cx('transition-transform', row.expanded ? 'rotate-90' : 'rtl:rotate-180')}
            />
          </span>
        )}
      </span>
      {tree.icon?.(row.id)}
      <MiddleTruncatedText text={tree.tree.label(row.id)} />
      {tree.trailing?.(row.id)}
    </div>
  )
}
