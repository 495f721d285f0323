import { useState } from 'react'

/** The subject of a dialog's question, one of several; null while it is closed. */
export interface Question<T> {
  about: T | null
  ask: (about: T) => void
  close: () => void
  /** for a late answer: another question opened in the meantime stays */
  closeFor: (about: T) => void
}

export function useQuestion<T extends object | string>(): Question<T> {
  const [about, setAbout] = useState<T | null>(null)
  return {
    about,
    ask: setAbout,
    close: () => setAbout(null),
    closeFor: (answered) => setAbout((now) => (now === answered ? null : now)),
  }
}
