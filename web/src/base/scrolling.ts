/**
 * Scroll positions by history entry. A scrollable element takes part with a `data-scroll` name that is unique on its
 * page: `data-scroll="content"`.
 */

const FRAMES = 60
const kept = new Map<string, Map<string, number>>()

const parts = () => document.querySelectorAll<HTMLElement>('[data-scroll]')

/** Stores the scroll positions of a history entry before it is left. */
export function keepScroll(entry: string) {
  kept.set(entry, new Map([...parts()].map((part) => [part.dataset.scroll ?? '', part.scrollTop])))
}

/** Scrolls a new page to its top. */
export function scrollToTop() {
  for (const part of parts()) part.scrollTop = 0
}

/**
 * Restores the scroll positions of a history entry. Lists may need some frames to reach their former height, so it
 * retries for FRAMES frames or until the person scrolls.
 */
export function restoreScroll(entry: string) {
  const wanted = kept.get(entry)
  if (!wanted) return scrollToTop()
  const reached = new Map<HTMLElement, number>()
  let frames = 0
  const restore = () => {
    let short = false
    for (const part of parts()) {
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
