import { useState } from 'react'
import { useLocation } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { dismissBanner, readDismissedBanner } from './dismissed-banner.ts'
import { needsSubscriptionBanner } from './subscription-summary.ts'
import { useBillableTeamId, useSubscription } from './use-subscription.ts'

const StatusBanner = lazyPart(() => import('./StatusBanner.tsx'))

/** A banner above every page for the owner and administrators: the subscription ends soon or a payment is due. */
export default function SubscriptionBanner() {
  const teamId = useBillableTeamId()
  return teamId && <TeamSubscriptionBanner key={teamId} teamId={teamId} />
}

function TeamSubscriptionBanner({ teamId }: { teamId: string }) {
  const { data } = useSubscription(teamId)
  const { pathname, search } = useLocation()
  const today = new Date().toDateString()
  const dismissal = `${teamId} ${data?.status} ${today}`
  const [dismissed, setDismissed] = useState(readDismissedBanner)
  const onPlan = pathname === paths.account && new URLSearchParams(search).get('part') === 'plan'
  if (!data || onPlan || dismissed === dismissal || !needsSubscriptionBanner(data)) return null
  function dismiss() {
    dismissBanner(dismissal)
    setDismissed(dismissal)
  }
  return <StatusBanner subscription={data} onDismiss={dismiss} />
}
