import { useLayoutEffect, useRef } from 'react'
import { useSession } from './ModelView.tsx'

/** Gives the focus to the canvas when what had it goes, so that its keys go on working. */
export function useFocusBack<T extends HTMLElement>() {
  const ref = useRef<T>(null)
  const { viewer } = useSession()
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      const { activeElement } = document
      if (!activeElement || !element?.contains(activeElement)) return
      // who pressed by pointer needs no frame around the picture
      if (!activeElement.matches(':focus-visible')) viewer.canvas.dataset.pointed = ''
      viewer.canvas.focus({ preventScroll: true })
    }
  }, [viewer])
  return ref
}
