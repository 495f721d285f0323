import { useCallback, useLayoutEffect, useRef } from 'react'

/** An element and all that is around it. */
function withAround(element: Element | null): HTMLElement[] {
  const all: HTMLElement[] = []
  for (let each = element; each instanceof HTMLElement; each = each.parentElement) all.push(each)
  return all
}

/**
 * For the `finalFocus` of a dialog: what had the focus before has it again. Of what has gone meanwhile it is what was
 * around it, and where nothing had it the page's content. Base UI gives it to the first link in there instead.
 */
export function useFocusBack(open: boolean) {
  const before = useRef<HTMLElement[]>([])
  useLayoutEffect(() => {
    if (open) before.current = withAround(document.activeElement)
  }, [open])
  return useCallback(() => {
    const now = document.activeElement
    const around = now?.closest('[role=dialog], [role=alertdialog]')
    // who is faster than the closing may have the focus in the next dialog by now
    const isInside = now === document.body || (around && !around.hasAttribute('data-open'))
    const [own] = before.current
    if (!own || !isInside) return false
    if (own.isConnected && own.tabIndex >= 0) return own
    const left = before.current.find((each) => each.isConnected)
    // of a menu that has closed nothing is left: Base UI knows its button
    if (left === document.body && own !== left) return null
    const place = left?.closest<HTMLElement>('[tabindex]') ?? document.querySelector('main')
    queueMicrotask(() => place?.focus({ preventScroll: true }))
    return false
  }, [])
}
