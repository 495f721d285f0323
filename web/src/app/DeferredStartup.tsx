import { getMe } from '@plumbline/contract/users/get-me'
import { Suspense, useEffect } from 'react'
import { ConsentBar } from '../analytics/ConsentBar.tsx'
import { identifyUser, loadAnalyticsKey } from '../analytics/consent.ts'
import { useMaintenance } from '../api/maintenance.ts'
import { useRead } from '../api/query.ts'
import { storeTimeZone } from '../notifications/store-time-zone.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

const MaintenanceBanner = lazyPart(() => import('../settings/MaintenanceBanner.tsx'))

/** Work that waits until the first page is on screen, so that it does not delay it. */
export function DeferredStartup() {
  // reads the user from the cache without fetching
  const { data: me } = useRead(getMe, {}, { enabled: false })
  const maintenance = useMaintenance()
  const id = me?.id
  useEffect(() => {
    if (id) {
      identifyUser(id)
      void storeTimeZone(id)
    }
    void loadAnalyticsKey()
  }, [id])
  return (
    <>
      <Suspense>{maintenance && <MaintenanceBanner current={maintenance} />}</Suspense>
      <ConsentBar />
    </>
  )
}
