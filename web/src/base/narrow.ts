import { useSyncExternalStore } from 'react'

/** Below this width in CSS pixels the layout is for phones. */
const narrow = matchMedia('(max-width: 767px)')

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export const isNarrow = () => narrow.matches

/** True while the window is as narrow as a phone; updates on resize. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow)
}
