import type { Subscription } from '@plumbline/contract/billing'
import type { ReactNode } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { useBillingText } from './text.ts'
import { useSubscription } from './use-subscription.ts'

/** In the place of what is on its way, or could not be fetched. */
export function BillingWaits({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const text = useBillingText()
  if (failed)
    return (
      <Banner tone="danger" action={<Button onClick={onRetry}>{text.tryAgain}</Button>}>
        {text.loadFailed}
      </Banner>
    )
  return (
    <Skeleton>
      <SkeletonRows rows={4} />
    </Skeleton>
  )
}

/** One part of what a company pays for, on a server that takes payments; else the card that says it does not. */
export function BillingPart(props: {
  teamId: string
  title: string
  children: (subscription: Subscription) => ReactNode
}) {
  const text = useBillingText()
  const { data, error, refetch } = useSubscription(props.teamId)
  if (!data) return <BillingWaits failed={error !== null} onRetry={() => void refetch()} />
  if (data.provider !== 'none') return props.children(data)
  return (
    <Card title={props.title}>
      <p className="font-medium">{text.switchedOff}</p>
      <p className="text-text-muted">{text.switchedOffHint(text.plans[data.slug])}</p>
    </Card>
  )
}
