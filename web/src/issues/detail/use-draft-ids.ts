import { useRef, useState } from 'react'
import { useMe } from '../../api/session.ts'
import { drafts } from '../../base/drafts.ts'

type Ids = readonly string[]

/** Ids that belong to an unsent text, kept on this device with it. */
export function useDraftIds(draft: string): [Ids, (build: (now: Ids) => Ids) => void] {
  const me = useMe()
  const [ids, setIds] = useState<Ids>(() => drafts.read(me.id, draft).split(' ').filter(Boolean))
  // uploads end after others may have been added
  const latest = useRef(ids)
  function change(build: (now: Ids) => Ids) {
    latest.current = build(latest.current)
    setIds(latest.current)
    drafts.write(me.id, draft, latest.current.join(' '))
  }
  return [ids, change]
}
