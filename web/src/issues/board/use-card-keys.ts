import type { IssueRow } from '@plumbline/contract/issues/issues'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
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

/**
 * Returns a function that keeps the focus on a dropped card: it is rendered again in its new column, and in the old one if
 * the move is refused. Ends with a press of the pointer, or when the focus goes elsewhere.
 */
function useFollowCard() {
  const followed = useRef<string | null>(null)
  useEffect(() => {
    const end = () => {
      followed.current = null
    }
    addEventListener('pointerdown', end)
    return () => removeEventListener('pointerdown', end)
  }, [])
  useEffect(() => {
    if (followed.current === null) return
    const card = document.querySelector<HTMLElement>(`[data-card="${followed.current}"]`)
    const { activeElement } = document
    // a closed dialog whose opener was removed has left the focus to the page's content
    if (activeElement === document.body || activeElement?.tagName === 'MAIN') card?.focus()
    else if (activeElement?.closest('[data-card]') && activeElement !== card) followed.current = null
  })
  return (id: string) => {
    followed.current = id
  }
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
  const follow = useFollowCard()
  // columns appear and disappear with other people's changes
  const over = grabbed && columns.findIndex(({ key }) => key === grabbed.key)

  /** Also when the focus leaves the card: the keys of another card must not move it. */
  function putBack() {
    if (!grabbed) return
    setGrabbed(null)
    announce(text.notMoved(grabbed.row.number))
  }
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
    else if (key === 'Escape') putBack()
    else if (key === 'Tab') return false
    else if (key === ' ' || key === 'Enter') {
      setGrabbed(null)
      follow(row.id)
      board.drop(row, over)
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
  return { grabbed: grabbed?.row ?? null, over, onKeyDown, putBack }
}
