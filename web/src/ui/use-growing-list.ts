import { useEffect, useState } from 'react'

/** Rows drawn at first, and added each time. */
const STEP = 60

/**
 * Renders the rows of a long list in steps, when the end of the rendered ones comes near the screen: for rows with controls
 * of any height within a page, where a virtualized list cannot scroll. Put `end` on an element after the rows; `reach`
 * renders the rows up to one that a key moves to. A list with content below it scrolls by itself when it `isLong`, so that
 * the content stays near.
 */
export function useGrowingList(total: number) {
  const [count, setCount] = useState(STEP)
  const [end, setEnd] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!end || count >= total) return
    const grow = (entries: IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setCount(count + STEP)
    }
    // within a scrolling element `rootMargin` has no effect, and browsers that do not know `scrollMargin` ignore it
    const near = { rootMargin: '600px 0px', scrollMargin: '600px 0px' }
    const observer = new IntersectionObserver(grow, near)
    observer.observe(end)
    return () => observer.disconnect()
  }, [end, count, total])
  const reach = (index: number) => setCount((now) => Math.max(now, index + 1))
  return { count: Math.min(count, total), end: setEnd, reach, isLong: total > STEP }
}
