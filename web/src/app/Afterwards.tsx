import { getMe } from '@plumbline/contract/users/get-me'
import { useEffect } from 'react'
import { ConsentBar } from '../analytics/ConsentBar.tsx'
import { askServer, identify } from '../analytics/consent.ts'
import { useRead } from '../api/query.ts'
import { sayTimeZone } from '../notifications/time-zone.ts'

/** What can wait until the page is there: nobody's first look is held up by it. */
export function Afterwards() {
  // as the session has it; fetched elsewhere
  const { data: me } = useRead(getMe, {}, { enabled: false })
  const id = me?.id
  useEffect(() => {
    if (id) {
      identify(id)
      void sayTimeZone(id)
    }
    void askServer()
  }, [id])
  return <ConsentBar />
}
