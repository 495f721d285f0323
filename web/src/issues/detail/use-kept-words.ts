import { useState } from 'react'
import { useMe } from '../../api/session.ts'
import { drafts } from '../../base/drafts.ts'

/** Text that the device stores under a name until it is sent: it survives a reload and a killed tab. */
export function useKeptWords(name: string) {
  const me = useMe()
  const [words, setWords] = useState(() => drafts.read(me.id, name))
  return {
    words,
    write: (next: string) => {
      setWords(next)
      drafts.write(me.id, name, next)
    },
    /** They go when `sent` resolves to true, and stay otherwise. */
    send: async (sent: Promise<boolean>): Promise<boolean> => {
      void drafts.send(me.id, name, sent).catch(() => undefined)
      const isSent = await sent
      if (isSent) setWords('')
      return isSent
    },
  }
}

/** The draft of the text that resolves an issue: started in its detail, it continues in the list. */
export const nameResolveDraft = (issueId: string) => `resolve.${issueId}`
