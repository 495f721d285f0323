import { useEffect, useRef } from 'react'
import { useSearch } from '../../base/navigation.tsx'

const SHOWN_MS = 4000
const look = ['rounded-control', 'bg-accent-soft', 'ring-4', 'ring-accent-soft']

/** Where a notification led to `?comment=<id>`: shows that comment and marks it for a moment, reading older ones first. */
export function useCommentJump(isRead: boolean, more: (() => void) | null, loading: boolean) {
  const [{ comment }] = useSearch()
  const shown = useRef<string | null>(null)
  // after each render: the comment is there when its page of the timeline is
  useEffect(() => {
    if (!comment || !isRead || shown.current === comment) return
    const element = document.getElementById(`comment-${comment}`)
    if (!element) {
      if (more && !loading) more()
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
