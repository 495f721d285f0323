import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { type ChosenRow, findRowPlace, getRowKeyAction, selectRow } from './rows.ts'

const none: ReadonlySet<string> = new Set()

/**
 * Keyboard navigation of a list with a roving tabindex. Rows carry `data-index`; `show` scrolls a row into view, which also
 * renders it in virtual lists. The active row stays active when rows before it are added or removed.
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
  const [chosen, setChosen] = useState<ChosenRow>({ key: undefined, index: 0 })
  /** key of the row that was ticked last */
  const anchor = useRef<string | null>(null)
  const active = findRowPlace(keys, chosen)
  const setActive = (index: number) => setChosen({ key: keys[index], index })

  /** Toggles a row; with `range` all rows since the previously toggled one. */
  function tick(index: number, range: boolean) {
    const from = range && anchor.current !== null ? keys.indexOf(anchor.current) : -1
    onSelect?.(selectRow(keys, options.selected ?? none, index, from < 0 ? null : from))
    anchor.current = keys[index] ?? null
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
