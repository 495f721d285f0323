import type { IssueRow } from '@plumbline/contract/issues/issues'
import { type KeyboardEvent, useState } from 'react'
import type { IssueGrouping } from '../filters/issue-query.ts'
import { useListText } from '../list/text.ts'
import { type BoardColumnCards, getColumnKey } from './board-columns.ts'

/** Finds a card's column and neighbouring cards in the DOM. */
function cardsAround(element: HTMLElement) {
  const column = element.closest<HTMLElement>('[data-column]')
  const cards = [...(column?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
  const at = cards.indexOf(element)
  const cardIn = (index: number) => {
    const there = [...document.querySelectorAll<HTMLElement>(`[data-column="${index}"] [data-card]`)]
    return there[Math.min(at, there.length - 1)]
  }
  return { column: Number(column?.dataset.column ?? -1), cards, at, cardIn }
}

interface GrabbedCard {
  row: IssueRow
  /** key of the column that it is over */
  key: string | null
}

/**
 * Keyboard control of the board: arrows move the focus, Space picks up a card, arrows choose a column, Space or Enter
 * drops it.
 */
export function useCardKeys(board: {
  columns: readonly BoardColumnCards[]
  group: IssueGrouping
  nameOf: (key: string | null) => string
  explainRefusal: (row: IssueRow, key: string | null) => string | null
  announce: (words: string) => void
  drop: (row: IssueRow, column: number) => void
}) {
  const { columns, nameOf, announce } = board
  const text = useListText()
  const [grabbed, setGrabbed] = useState<GrabbedCard | null>(null)
  // columns appear and disappear with other people's changes
  const over = grabbed && columns.findIndex(({ key }) => key === grabbed.key)

  function hoverColumn(row: IssueRow, over: number) {
    const key = columns[over]?.key
    if (key === undefined) return
    setGrabbed({ row, key })
    const reason = board.explainRefusal(row, key)
    announce(reason ? text.overRefused(nameOf(key), reason) : text.over(nameOf(key)))
    document.querySelector(`[data-column="${over}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  function handleKeyWhileGrabbed(key: string, row: IssueRow, over: number, forward: string): boolean {
    const back = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
    if (key === forward) hoverColumn(row, over + 1)
    else if (key === back) hoverColumn(row, over - 1)
    else if (key === 'Escape' || key === 'Tab') {
      setGrabbed(null)
      announce(text.notMoved(row.number))
      return key === 'Escape'
    } else if (key === ' ' || key === 'Enter') {
      setGrabbed(null)
      board.drop(row, over)
      // the card is rendered again in its new column and must get the focus back
      setTimeout(() => document.querySelector<HTMLElement>(`[data-card="${row.id}"]`)?.focus(), 50)
    }
    return true
  }
  function handleKeyWhileFocused(
    event: KeyboardEvent,
    card: HTMLElement,
    row: IssueRow,
    forward: string,
  ): boolean {
    const { column, cards, at, cardIn } = cardsAround(card)
    const steps: Record<string, HTMLElement | undefined> = {
      ArrowDown: cards[at + 1],
      ArrowUp: cards[at - 1],
      ArrowRight: cardIn(column + (forward === 'ArrowRight' ? 1 : -1)),
      ArrowLeft: cardIn(column + (forward === 'ArrowRight' ? -1 : 1)),
    }
    if (event.key in steps) steps[event.key]?.focus()
    else if (event.key === 'Enter') card.querySelector('a')?.click()
    else if (event.key === ' ') {
      const key = getColumnKey(row, board.group)
      setGrabbed({ row, key })
      announce(text.grabbed(row.number, nameOf(key)))
    } else return false
    return true
  }
  /** handles keys of the focused card, which shows this row */
  function onKeyDown(event: KeyboardEvent<HTMLElement>, row: IssueRow) {
    const { target, currentTarget } = event
    if (target !== currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const forward = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const done =
      grabbed && over !== null
        ? handleKeyWhileGrabbed(event.key, grabbed.row, over, forward)
        : handleKeyWhileFocused(event, currentTarget, row, forward)
    if (!done) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { grabbed: grabbed?.row ?? null, over, onKeyDown }
}
