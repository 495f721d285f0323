import { type RefObject, useEffect, useRef } from 'react'
import { placeTip, tipLook } from './Tooltip.tsx'

const delay_ms = 400

/** The part of a row that has no room for its text, null when it is all there. */
const cutIn = (row: Element) =>
  [...row.querySelectorAll('.truncate')].find((part) => part.scrollWidth > part.clientWidth) ?? null

function isInside(scroller: Element, row: Element): boolean {
  const [outer, inner] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()]
  return inner.top >= outer.top && inner.bottom <= outer.bottom
}

/**
 * One tooltip for all rows of a list or tree, with the whole of a name that is cut: after a while under the pointer, at
 * once for the row that keys have reached. The name is in the row already, so this is for the eye only.
 * Spread `events` on what scrolls, and tell `keyed` when keys have moved on.
 */
export function useWholeName(
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
    placeTip(element, row)
  }
  const keyed = () => {
    isKeyed.current = true
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  // the row that keys have reached exists once it is drawn
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
    tip: <span ref={tip} aria-hidden popover="manual" className={tipLook} />,
  }
}
