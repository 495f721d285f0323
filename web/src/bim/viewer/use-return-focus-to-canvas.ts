import { useLayoutEffect, useRef } from 'react'
import { useSession } from './ModelCanvas.tsx'

/** Moves the focus to the canvas when the focused element unmounts, so that shortcuts keep working. */
export function useReturnFocusToCanvas<T extends HTMLElement>() {
  const ref = useRef<T>(null)
  const { viewer } = useSession()
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      const { activeElement } = document
      if (!activeElement || !element?.contains(activeElement)) return
      // no focus ring around the canvas for pointer users
      if (!activeElement.matches(':focus-visible')) viewer.canvas.dataset.pointed = ''
      viewer.canvas.focus({ preventScroll: true })
    }
  }, [viewer])
  return ref
}
