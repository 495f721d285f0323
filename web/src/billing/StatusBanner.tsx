import type { Subscription } from '@plumbline/contract/billing/subscription'
import { paths } from '../base/paths.ts'
import { Banner } from '../ui/Banner.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { describeSubscription } from './subscription-summary.ts'
import { useBillingText } from './text.ts'

interface StatusBannerProps {
  subscription: Subscription
  onDismiss: () => void
}

export default function StatusBanner({ subscription, onDismiss }: StatusBannerProps) {
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
