import { useSyncExternalStore } from 'react'

/** Below this width (CSS pixels) screens are laid out for a hand. */
const narrow = matchMedia('(max-width: 767px)')

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export const isNarrow = () => narrow.matches

/** Whether the window is as narrow as a phone, as it changes. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow)
}
