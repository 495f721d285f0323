import type { Subscription } from '@plumbline/contract/billing/billing'
import { useState } from 'react'
import { useLocation } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { Banner } from '../ui/Banner.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { dismissBanner, readDismissedBanner } from './dismissed-banner.ts'
import { describeSubscription, needsSubscriptionBanner } from './subscription-summary.ts'
import { useBillingText } from './text.ts'
import { useBillableTeamId, useSubscription } from './use-subscription.ts'

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

function StatusBanner({ subscription, onDismiss }: { subscription: Subscription; onDismiss: () => void }) {
  const text = useBillingText()
  const { tone, label, hint } = describeSubscription(subscription, text)
  const words = subscription.confirm ? text.confirmHint : `${label}. ${hint}`
  return (
    <div className="flex-none border-line border-b px-3 py-2 print:hidden sm:px-4">
      <Banner
        // not role="alert": screen readers would announce it on every page
        tone={tone === 'info' ? 'info' : 'warning'}
        onDismiss={onDismiss}
        action={
          <ButtonLink size="small" href={paths.accountPart('plan')}>
            {text.toBilling}
          </ButtonLink>
        }
      >
        {words}
      </Banner>
    </div>
  )
}
