import { createContext } from 'react'

/** The dialog as seen by the components inside it. */
export const DialogContext = createContext<{
  requestClose: () => void
  /** registers a cleanup for when the person discards their input; returns the unregister function */
  onDiscard: (work: () => void) => () => void
} | null>(null)
