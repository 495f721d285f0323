/**
 * Where the scrollable parts of a page stood, by entry of the history. A part that takes part says so with a name that
 * is its own on the page: `data-scroll="content"`.
 */

const FRAMES = 60
const kept = new Map<string, Map<string, number>>()

const parts = () => document.querySelectorAll<HTMLElement>('[data-scroll]')

/** Remembers how far the page of an entry is scrolled, before it is left. */
export function keepScroll(entry: string) {
  kept.set(entry, new Map([...parts()].map((part) => [part.dataset.scroll ?? '', part.scrollTop])))
}

/** A new page begins at its top. */
export function scrollToTop() {
  for (const part of parts()) part.scrollTop = 0
}

/**
 * Scrolls to where the entry was left. Rows may need some frames until they are as long as they were, so it is tried
 * again for a second, until the person scrolls.
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
      // browsers round to parts of a pixel
      if (Math.abs(part.scrollTop - top) > 1) short = true
    }
    if ((short || reached.size < wanted.size) && ++frames < FRAMES) requestAnimationFrame(restore)
  }
  restore()
}
