import type { IssueRow } from '@plumbline/contract/issues/issues'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useMe } from '../../api/session.ts'
import { useLocation, useNavigate, useReadParams } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { isDialogOpen } from '../../ui/is-dialog-open.ts'
import { isTextInput } from '../../ui/rows.ts'
import { findNeighbours } from './find-neighbours.ts'

/** The filtered list next to an open issue. */
export interface ListBeside {
  rows: readonly IssueRow[]
  /** reports the range of rows in use, so that further ones are loaded */
  onVisibleRows: (first: number, last: number) => void
}

export interface Walk {
  /** numbers of the issues before and after the open one, null for none */
  previous: number | null
  next: number | null
  go: (to: 'previous' | 'next') => void
  /** false while the issue of the address is still being drawn in place of this one */
  isCurrent: () => boolean
}

const noRows: readonly IssueRow[] = []
const POPUPS = '[role=menu], [role=listbox]'
/** Controls that use the arrow keys themselves, or that are moved sideways by a finger. */
const OWN_ARROWS = '[role=combobox], [role=row], [role=toolbar], [role=tablist], [role=radiogroup]'
const SIDEWAYS = '[data-sideways], input, textarea, canvas'
const SWIPE_PX = 60

/** Goes to the next and previous issue of the list: by J and K, arrow keys and swipes; Escape closes the issue. */
export function useWalk(
  at: { list: ListBeside | null; number: number; projectId: string; onClose: () => void },
  root: RefObject<HTMLElement | null>,
): Walk {
  const { shortcuts } = useMe().preferences
  const navigate = useNavigate()
  const readParams = useReadParams()
  const { search } = useLocation()
  const { list, number, projectId, onClose } = at
  const rows = list?.rows ?? noRows
  const [lastPlace, setLastPlace] = useState(-1)
  const { place, previous, next } = findNeighbours(rows, number, lastPlace)
  if (place !== lastPlace) setLastPlace(place)
  const reportPlace = useEffectEvent(() => place !== -1 && list?.onVisibleRows(place, place))
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported when the place or the rows change
  useEffect(() => void reportPlace(), [place, rows.length])
  const go = (way: 'previous' | 'next') => {
    // from the issue in the address: the issue on screen is an earlier one while keys are pressed faster than it
    // renders
    const shown = readParams().number
    // the issue was closed and is still on the screen
    if (shown === undefined) return
    const to = findNeighbours(rows, Number(shown), place)[way]
    if (to !== null) navigate(paths.issue(projectId, to) + search, { replace: true })
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body
    const isTaken =
      event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTextInput(target)
    if (!list || isTaken || isDialogOpen() || document.querySelector(POPUPS)) return
    const key = event.key.toLowerCase()
    if (key === 'escape') return onClose()
    if (!shortcuts) return
    const hasArrows = target.closest(OWN_ARROWS) === null
    if (key === 'j' || (key === 'arrowright' && hasArrows)) go('next')
    else if (key === 'k' || (key === 'arrowleft' && hasArrows)) go('previous')
    else return
    event.preventDefault()
  })
  const swiped = useEffectEvent((distance: number) => go(distance < 0 ? 'next' : 'previous'))
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  useEffect(() => (root.current ? watchSwipes(root.current, swiped) : undefined), [root])
  const isCurrent = () => Number(readParams().number) === number
  return { previous, next, go, isCurrent }
}

/** Calls back with the distance of each sideways swipe by one finger. */
function watchSwipes(element: HTMLElement, onSwipe: (distance: number) => void) {
  let start: Touch | undefined
  const begin = ({ touches, target }: TouchEvent) => {
    const isOwn = target instanceof Element && target.closest(SIDEWAYS) !== null
    start = touches.length === 1 && !isOwn ? touches[0] : undefined
  }
  const end = ({ changedTouches: [touch] }: TouchEvent) => {
    if (!start || !touch || isDialogOpen()) return
    const [x, y] = [touch.clientX - start.clientX, touch.clientY - start.clientY]
    start = undefined
    if (Math.abs(x) >= SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x)
  }
  element.addEventListener('touchstart', begin, { passive: true })
  element.addEventListener('touchend', end, { passive: true })
  return () => {
    element.removeEventListener('touchstart', begin)
    element.removeEventListener('touchend', end)
  }
}
