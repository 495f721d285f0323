import { type RefObject, useEffect, useRef } from 'react'
import { placeTooltip, tooltipClass } from './Tooltip.tsx'

const delay_ms = 400

/** The truncated part of a row; null when its text fits. */
const cutIn = (row: Element) =>
  [...row.querySelectorAll('.truncate')].find((part) => part.scrollWidth > part.clientWidth) ?? null

function isInside(scroller: Element, row: Element): boolean {
  const [outer, inner] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()]
  return inner.top >= outer.top && inner.bottom <= outer.bottom
}

/**
 * One tooltip for all rows of a list or tree that shows truncated names in full: after a delay on hover, at once for the
 * row reached by keyboard. It is visual only, because the row contains the full name. Spread `events` on the scrolling
 * element and call `keyed` after keyboard navigation.
 */
export function useFullNameTooltip(
  scroller: RefObject<HTMLElement | null>,
  active: { domId: string; name: string } | undefined,
) {
  const tip = useRef<HTMLSpanElement>(null)
  const timer = useRef(0)
  const isKeyed = useRef(false)
  const hide = () => {
    clearTimeout(timer.current)
    if (tip.current?.matches(':popover-open')) tip.current.hidePopover()
  }
  const show = (row: Element, name: string) => {
    hide()
    const element = tip.current
    if (!element?.showPopover || !row.isConnected || !cutIn(row)) return
    element.textContent = name
    element.showPopover()
    placeTooltip(element, row)
  }
  const keyed = () => {
    isKeyed.current = true
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  // the row reached by keyboard exists only after rendering
  useEffect(() => {
    const row = active && document.getElementById(active.domId)
    if (!isKeyed.current || !row || !scroller.current?.matches(':focus-visible')) return
    isKeyed.current = false
    if (isInside(scroller.current, row)) show(row, active.name)
  })
  return {
    keyed,
    hide,
    showSoon(row: Element, name: string) {
      hide()
      timer.current = window.setTimeout(() => show(row, name), delay_ms)
    },
    events: {
      onFocus: keyed,
      onBlur: hide,
      onPointerLeave: hide,
      onScroll() {
        hide()
        keyed()
      },
    },
    tip: <span ref={tip} aria-hidden popover="manual" className={tooltipClass} />,
  }
}
