import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { getRowKeyAction, selectRow } from './rows.ts'

const none: ReadonlySet<string> = new Set()

/**
 * Keyboard navigation of a list with a roving tabindex. Rows carry `data-index`; `show` scrolls a row into view, which
 * also renders it in virtual lists.
 */
export function useRowKeys(options: {
  keys: readonly string[]
  container: RefObject<HTMLElement | null>
  show: (index: number) => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  onOpen?: (index: number) => void
  /** called when a key has moved to a row */
  onMove?: (index: number) => void
}) {
  const { keys, onSelect } = options
  const [chosen, setActive] = useState(0)
  const anchor = useRef<number | null>(null)
  const active = Math.min(chosen, keys.length - 1)

  /** Toggles a row; with `range` all rows since the one toggled before. */
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
    const asked = getRowKeyAction(event, active, keys.length)
    // Enter and Space are left to a focused link or checkbox inside the row
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
      options.onMove?.(asked.to)
    }
  }
  return { active, setActive, tick, onKeyDown }
}
