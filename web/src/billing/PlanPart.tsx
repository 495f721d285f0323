import type { PaidPlan } from '@plumbline/contract/billing/plans'
import type { Subscription } from '@plumbline/contract/billing/subscription'
import { type ComponentType, startTransition, useState } from 'react'
import { useSearch } from '../base/navigation.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { BillingPart } from './BillingPart.tsx'
import { CurrentPlan } from './CurrentPlan.tsx'
import { PlanTable } from './PlanTable.tsx'
import { useBillingText } from './text.ts'
import { isPaid } from './use-subscription.ts'

const OrderDialog = lazyPart(() => import('./OrderDialog.tsx'), { placeless: true })
const CancelDialog = lazyPart(() => import('./CancelDialog.tsx'), { placeless: true })
const SeatsDialog = lazyPart(() => import('./SeatsDialog.tsx'), { placeless: true })

interface DialogProps {
  teamId: string
  open: boolean
  onClose: () => void
}
const dialogs: Record<'seats' | 'cancel', ComponentType<DialogProps>> = {
  seats: SeatsDialog,
  cancel: CancelDialog,
}

/** The current plan and the plans to choose from. */
export default function PlanPart({ teamId }: { teamId: string }) {
  const text = useBillingText()
  return (
    <BillingPart teamId={teamId} title={text.plan}>
      {(subscription) => <Plans teamId={teamId} subscription={subscription} />}
    </BillingPart>
  )
}

function Plans({ teamId, subscription }: { teamId: string; subscription: Subscription }) {
  const [search, change] = useSearch()
  const wanted = parsePlan(search.choose)
  const [dialog, setDialog] = useState<keyof typeof dialogs>()
  const [open, setOpen] = useState(false)
  const show = (which: keyof typeof dialogs) =>
    startTransition(() => {
      setDialog(which)
      setOpen(true)
    })
  const Dialog = dialog && dialogs[dialog]
  return (
    <>
      <CurrentPlan
        teamId={teamId}
        subscription={subscription}
        onSeats={() => show('seats')}
        onCancel={() => show('cancel')}
      />
      {subscription.slug !== 'enterprise' && (
        <PlanTable
          teamId={teamId}
          subscription={subscription}
          onChoose={(slug, terms) => startTransition(() => change({ choose: slug, ...terms }))}
          onCancel={() => show('cancel')}
        />
      )}
      {Dialog && <Dialog teamId={teamId} open={open} onClose={() => setOpen(false)} />}
      {wanted && (
        <OrderDialog
          key={wanted}
          teamId={teamId}
          subscription={subscription}
          slug={wanted}
          open
          onClose={() => change({ choose: undefined, interval: undefined, currency: undefined })}
        />
      )}
    </>
  )
}

function parsePlan(slug: string | undefined): PaidPlan | 'free' | null {
  if (slug === 'free') return slug
  return slug && isPaid(slug) ? slug : null
}
