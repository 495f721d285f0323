import { type RefObject, useEffect, useRef } from 'react'

/** Tells an answer that comes late whether its component is still on the page. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
