import { useEffect, useRef } from 'react'
import { useSearch } from '../../base/navigation.tsx'

const SHOWN_MS = 4000
const look = ['rounded-control', 'bg-accent-soft', 'ring-4', 'ring-accent-soft']

/**
 * Scrolls to the comment in `?comment=<id>` (links in notifications) and highlights it, loading the older pages down
 * to it.
 */
export function useScrollToComment(
  isRead: boolean,
  seek: (comment: string) => Promise<boolean>,
  loading: boolean,
) {
  const [{ comment }] = useSearch()
  const shown = useRef<string | null>(null)
  // runs after each render: the comment appears once its timeline page is loaded
  useEffect(() => {
    if (!comment || !isRead || shown.current === comment) return
    const element = document.getElementById(`comment-${comment}`)
    if (!element) {
      // comments that cannot be read or do not exist are not requested again automatically
      if (!loading)
        void seek(comment).then((isThere) => {
          if (!isThere) shown.current = comment
        })
      return
    }
    shown.current = comment
    element.tabIndex = -1
    element.scrollIntoView({ block: 'center' })
    element.focus({ preventScroll: true })
    element.classList.add(...look)
    setTimeout(() => element.classList.remove(...look), SHOWN_MS)
  })
}
