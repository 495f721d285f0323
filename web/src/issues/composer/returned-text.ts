import { useEffect } from 'react'
import { drafts } from '../../base/drafts.ts'

/** By person and draft: sets the text of the box on the screen. */
const shownBoxes = new Map<string, (text: string) => void>()

/** Registers a text box for returned text, because it may be opened again while its last text is being stored. */
export function useReturnedText(userId: string, draft: string | undefined, show: (text: string) => void) {
  useEffect(() => {
    if (!draft) return
    const key = `${userId}.${draft}`
    shownBoxes.set(key, show)
    return () => {
      if (shownBoxes.get(key) === show) shownBoxes.delete(key)
    }
  }, [userId, draft, show])
}

/** Puts a text that could not be stored before text written since. */
export function returnText(userId: string, draft: string, text: string): void {
  const next = drafts.read(userId, draft)
  const both = next === text ? text : [text, next].filter(Boolean).join('\n')
  drafts.write(userId, draft, both)
  shownBoxes.get(`${userId}.${draft}`)?.(both)
}
