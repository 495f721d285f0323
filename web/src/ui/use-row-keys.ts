import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { rowKey, selectRow } from './rows.ts'

const none: ReadonlySet<string> = new Set()

/**
 * Makes one row of a list the stop of the tab key and lets the keys of every list move it. Rows carry
 * `data-index`; `show` scrolls one into view, and into being where rows are virtual.
 */
export function useRowKeys(options: {
  keys: readonly string[]
  container: RefObject<HTMLElement | null>
  show: (index: number) => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  onOpen?: (index: number) => void
}) {
  const { keys, onSelect } = options
  const [chosen, setActive] = useState(0)
  const anchor = useRef<number | null>(null)
  const active = Math.min(chosen, keys.length - 1)

  /** Ticks a row; with `range` everything from the row ticked before. */
  function tick(index: number, range: boolean) {
    onSelect?.(selectRow(keys, options.selected ?? none, index, range ? anchor.current : null))
    anchor.current = index
    setActive(index)
  }
  function focusRow(index: number) {
    const row = options.container.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    row?.focus({ preventScroll: true })
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const onRow = event.target instanceof HTMLElement && event.target.dataset.index !== undefined
    const asked = rowKey(event, active, keys.length)
    // Enter and Space belong to a link or box inside the row while that has the focus.
    if (!asked || (!onRow && (asked.do === 'open' || event.key === ' '))) return
    if (asked.do === 'open' && !options.onOpen) return
    if (asked.do === 'select' && !onSelect) return
    event.preventDefault()
    if (asked.do === 'open') options.onOpen?.(active)
    if (asked.do === 'select') tick(active, asked.range)
    if (asked.do === 'move') {
      setActive(asked.to)
      options.show(asked.to)
      requestAnimationFrame(() => focusRow(asked.to))
    }
  }
  return { active, setActive, tick, onKeyDown }
}
