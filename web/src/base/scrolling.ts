/**
 * Scroll positions by history entry. A scrollable element is included by a `data-scroll` name that is unique on its page:
 * `data-scroll="content"`.
 */

const FRAMES = 60
const positions = new Map<string, Map<string, number>>()

const findScrollables = () => document.querySelectorAll<HTMLElement>('[data-scroll]')

/** Stores the scroll positions of a history entry before it is left. */
export function storeScroll(entry: string) {
  positions.set(
    entry,
    new Map([...findScrollables()].map((part) => [part.dataset.scroll ?? '', part.scrollTop])),
  )
}

/** Scrolls a new page to its top. */
export function scrollToTop() {
  for (const part of findScrollables()) part.scrollTop = 0
}

/**
 * Restores the scroll positions of a history entry. Lists may need some frames to reach their former height, so it
 * retries for FRAMES frames or until the person scrolls.
 */
export function restoreScroll(entry: string) {
  const wanted = positions.get(entry)
  if (!wanted) return scrollToTop()
  const reached = new Map<HTMLElement, number>()
  let frames = 0
  const restore = () => {
    let short = false
    for (const part of findScrollables()) {
      const top = wanted.get(part.dataset.scroll ?? '') ?? 0
      const last = reached.get(part)
      if (last !== undefined && part.scrollTop !== last) continue
      if (part.scrollTop !== top) part.scrollTop = top
      reached.set(part, part.scrollTop)
      // browsers round scroll positions to fractions of a pixel
      if (Math.abs(part.scrollTop - top) > 1) short = true
    }
    if ((short || reached.size < wanted.size) && ++frames < FRAMES) requestAnimationFrame(restore)
  }
  restore()
}
