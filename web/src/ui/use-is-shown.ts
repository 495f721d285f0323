import { type RefObject, useEffect, useRef } from 'react'

/** Whether a component is still mounted when a late answer arrives. */
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
