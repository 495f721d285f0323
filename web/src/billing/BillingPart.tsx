import type { Subscription } from '@plumbline/contract/billing/subscription'
import type { ReactNode } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { Card } from '../ui/Card.tsx'
import { useBillingText } from './text.ts'
import { useSubscription } from './use-subscription.ts'

/** Loads the subscription and renders one part of billing with it, or a notice when payments are off on this server. */
export function BillingPart(props: {
  teamId: string
  title: string
  children: (subscription: Subscription) => ReactNode
}) {
  const text = useBillingText()
  const { data, error, refetch } = useSubscription(props.teamId)
  if (!data) return <LoadingState error={error} onRetry={() => void refetch()} />
  if (data.provider !== 'none') return props.children(data)
  return (
    <Card title={props.title}>
      <p className="font-medium">{text.switchedOff}</p>
      <p className="text-text-muted">{text.switchedOffHint(text.plans[data.slug])}</p>
    </Card>
  )
}
