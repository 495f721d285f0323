import type { IssueRow } from '@plumbline/contract/issues/issues'
import { type PointerEvent, useEffect, useRef, useState } from 'react'

/**
 * Drag and drop of cards with pointer events: a library for it would be as large as the whole board. A mouse starts the
 * drag after a few pixels; touch starts it with a long press, so that swiping still scrolls the column.
 */
const DRAG_THRESHOLD_PX = 6
const LONG_PRESS_MS = 350
/** auto-scroll: distance from the board's edge, and the scroll step per pointer event */
const EDGE_PX = 48
const SCROLL_PX = 12

export interface CardDrag {
  row: IssueRow
  x: number
  y: number
  /** index of the column under the pointer; null outside all columns */
  over: number | null
}

const columnAt = (x: number, y: number): number | null => {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')
  return column ? Number(column.dataset.column) : null
}

export function useCardDrag(onDrop: (row: IssueRow, column: number) => void) {
  const [drag, setDrag] = useState<CardDrag | null>(null)
  const pressed = useRef<{ row: IssueRow; x: number; y: number; timer: number } | null>(null)
  const dragging = drag !== null
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(() => {
    const begin = (x: number, y: number) =>
      pressed.current && setDrag({ row: pressed.current.row, x, y, over: columnAt(x, y) })
    function move(event: globalThis.PointerEvent) {
      const from = pressed.current
      if (!from) return
      const far = Math.hypot(event.clientX - from.x, event.clientY - from.y) > DRAG_THRESHOLD_PX
      if (dragging) {
        event.preventDefault()
        begin(event.clientX, event.clientY)
        scrollAtEdge(event.clientX)
      } else if (far && event.pointerType === 'mouse') begin(event.clientX, event.clientY)
      else if (far) end()
    }
    function end() {
      clearTimeout(pressed.current?.timer)
      pressed.current = null
      setDrag(null)
    }
    function up(event: globalThis.PointerEvent) {
      const row = pressed.current?.row
      const column = columnAt(event.clientX, event.clientY)
      end()
      if (!dragging || !row) return
      suppressNextClick()
      if (column !== null) drop.current(row, column)
    }
    const press = (event: KeyboardEvent) => dragging && event.key === 'Escape' && end()
    // dragging a card by touch must not scroll the page
    const hold = (event: TouchEvent) => dragging && event.preventDefault()
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', press)
    window.addEventListener('touchmove', hold, { passive: false })
    return () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', press)
      window.removeEventListener('touchmove', hold)
    }
  }, [dragging])
  function start(event: PointerEvent, row: IssueRow) {
    if (event.button !== 0 || !event.isPrimary) return
    const { clientX: x, clientY: y } = event
    const begin = () => setDrag({ row, x, y, over: columnAt(x, y) })
    const timer = event.pointerType === 'mouse' ? 0 : window.setTimeout(begin, LONG_PRESS_MS)
    pressed.current = { row, x, y, timer }
  }
  return { drag, start }
}

/** Suppresses the click that follows the drop, which would open the link under the pointer. */
function suppressNextClick() {
  const stop = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }))
}

function scrollAtEdge(x: number) {
  const board = document.querySelector('[data-board]')
  if (!board) return
  const { left, right } = board.getBoundingClientRect()
  if (x < left + EDGE_PX) board.scrollBy(-SCROLL_PX, 0)
  if (x > right - EDGE_PX) board.scrollBy(SCROLL_PX, 0)
}
