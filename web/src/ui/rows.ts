import type { KeyboardEvent } from 'react'

/** The action of a key in a list of rows. */
export type RowKeyAction =
  | { do: 'move'; to: number }
  | { do: 'open' }
  | { do: 'select'; range: boolean }
  | null

/** True for elements that take text, where letters are not commands. */
export function isTextInput(target: EventTarget & Partial<Pick<Element, 'matches'>>): boolean {
  return target.matches?.('input:not([type=checkbox]), textarea, select, [contenteditable]') ?? false
}

/**
 * Maps a key to a list action: arrows or J and K, Home and End, Page Up and Down (ten rows), Enter opens, X or Space
 * selects, with Shift a range. `active` is -1 when no row is active.
 */
export function getRowKeyAction(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>,
  active: number,
  count: number,
): RowKeyAction {
  if (event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)) return null
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (key === 'Enter') return { do: 'open' }
  if (key === 'x' || key === ' ') return { do: 'select', range: event.shiftKey }
  const steps: Record<string, number> = {
    ArrowDown: active + 1,
    j: active + 1,
    ArrowUp: active - 1,
    k: active - 1,
    PageDown: active + 10,
    PageUp: active - 10,
    Home: 0,
    End: count - 1,
  }
  const to = steps[key]
  if (to === undefined || count === 0) return null
  return { do: 'move', to: Math.max(0, Math.min(count - 1, to)) }
}

/** The selection after toggling the row at `index`; with `from`, all rows in between get the state of the last one. */
export function selectRow(
  keys: readonly string[],
  selected: ReadonlySet<string>,
  index: number,
  from: number | null,
): Set<string> {
  const next = new Set(selected)
  const key = keys[index]
  if (key === undefined) return next
  if (from === null || from === index) {
    if (!next.delete(key)) next.add(key)
    return next
  }
  const add = !next.has(key)
  for (const between of keys.slice(Math.min(from, index), Math.max(from, index) + 1)) {
    if (add) next.add(between)
    else next.delete(between)
  }
  return next
}

/** A row of a list that other people change: its key, and the place that it had. */
export interface ChosenRow {
  /** undefined: the row at the place, whatever it is */
  key: string | undefined
  index: number
}

/** The position of a chosen row among the current keys of a list; its former position if the row was removed. */
export function findRowPlace(keys: readonly string[], { key, index }: ChosenRow): number {
  const place = key === undefined || keys[index] === key ? index : keys.indexOf(key)
  return Math.min(place < 0 ? index : place, keys.length - 1)
}
