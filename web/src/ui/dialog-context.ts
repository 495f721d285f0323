import { createContext } from 'react'

/** What the parts of a Dialog can do with it. */
export const DialogContext = createContext<{
  requestClose: () => void
  /** `work` is called when the person discards what they typed; returns how to stop that */
  onDiscard: (work: () => void) => () => void
} | null>(null)
