import { useCallback, useLayoutEffect, useRef } from 'react'

/** An element and its ancestors. */
function withAround(element: Element | null): HTMLElement[] {
  const all: HTMLElement[] = []
  for (let each = element; each instanceof HTMLElement; each = each.parentElement) all.push(each)
  return all
}

/**
 * `finalFocus` of a dialog: returns the focus to the element that had it. If that was removed, to its nearest remaining
 * ancestor, else to the page's content; Base UI would focus the first link there instead.
 */
export function useRestoreFocus(open: boolean) {
  const before = useRef<HTMLElement[]>([])
  useLayoutEffect(() => {
    if (open) before.current = withAround(document.activeElement)
  }, [open])
  return useCallback(() => {
    const now = document.activeElement
    const around = now?.closest('[role=dialog], [role=alertdialog]')
    // the person may have opened the next dialog already, which has the focus
    const isInside = now === document.body || (around && !around.hasAttribute('data-open'))
    const [own] = before.current
    if (!own || !isInside) return false
    if (own.isConnected && own.tabIndex >= 0) return own
    const left = before.current.find((each) => each.isConnected)
    // a closed menu is removed: Base UI focuses its trigger
    if (left === document.body && own !== left) return null
    const place = left?.closest<HTMLElement>('[tabindex]') ?? document.querySelector('main')
    queueMicrotask(() => place?.focus({ preventScroll: true }))
    return false
  }, [])
}
