/** What Tab stops at, without the stops around a popup that send the focus on. */
const STOPS =
  ':is(a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]):not([data-base-ui-focus-guard])'

/** The node itself if Tab stops at it, else the stops inside. */
function listStops(node: Node | null): HTMLElement[] {
  if (!(node instanceof HTMLElement)) return []
  const stops = node.matches(STOPS) ? [node] : [...node.querySelectorAll<HTMLElement>(STOPS)]
  return stops.filter((stop) => stop.checkVisibility())
}

/** The stop nearest to the place of a removed node: after it, before it, or in what has replaced it. */
function findNeighbour({ target, nextSibling, previousSibling }: MutationRecord): HTMLElement | undefined {
  for (let next = nextSibling; next?.isConnected; next = next.nextSibling) {
    const [stop] = listStops(next)
    if (stop) return stop
  }
  for (let before = previousSibling; before?.isConnected; before = before.previousSibling) {
    const stop = listStops(before).at(-1)
    if (stop) return stop
  }
  return listStops(target)[0]
}

const afterFrames = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))

/**
 * Moves the focus of keyboard users to a neighbour when the focused element is removed: a deleted row, a filter that was
 * cleared. Browsers leave it to the body, where arrow keys do nothing and screen readers begin again. Code that moves the
 * focus itself comes first. Called once at start-up.
 */
export function keepFocus() {
  let focused: Element | null = null
  let byKeys = false
  const observer = new MutationObserver((records) => {
    if (!focused || focused.isConnected) return
    const gone = focused
    const record = records.findLast(
      ({ target, removedNodes }) =>
        // popups are removed from the body, and return the focus themselves
        target.isConnected &&
        target !== document.body &&
        [...removedNodes].some((node) => node.contains(gone)),
    )
    const page = location.pathname
    stop()
    if (!record) return
    // an element of another page has no place on this one
    afterFrames(() => {
      if (document.activeElement !== document.body || location.pathname !== page) return
      findNeighbour(record)?.focus({ preventScroll: true })
    })
  })
  function follow(element: Element | null) {
    if (!element || element === focused || element === document.body) return
    focused = element
    observer.observe(document.body, { childList: true, subtree: true })
  }
  function stop() {
    focused = null
    observer.disconnect()
  }
  const onKey = () => {
    byKeys = true
    follow(document.activeElement)
  }
  const onPointer = () => {
    byKeys = false
    stop()
  }
  document.addEventListener('keydown', onKey, true)
  document.addEventListener('pointerdown', onPointer, true)
  document.addEventListener('focusin', () => byKeys && follow(document.activeElement))
  document.addEventListener('focusout', () => {
    // some browsers report this for a removed element as well, before it is removed
    queueMicrotask(() => {
      if (focused?.isConnected && document.activeElement !== focused) stop()
    })
  })
}
