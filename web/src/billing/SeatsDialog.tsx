import { MOST_SEATS } from '@plumbline/contract/billing/plans'
import { useState } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { OrderForm } from './OrderForm.tsx'
import { useBillingText } from './text.ts'
import { isPaid, useSubscription } from './use-subscription.ts'

/** Changes the number of paid seats, with an estimate of the cost. */
export default function SeatsDialog(props: { teamId: string; open: boolean; onClose: () => void }) {
  const text = useBillingText()
  const { data: subscription, error, refetch } = useSubscription(props.teamId)
  const [chosen, setSeats] = useState<number | null>()
  const seats = chosen === undefined ? (subscription?.seats ?? null) : chosen
  const fewest = Math.max(1, subscription?.seats_used ?? 1)
  const slug = subscription && isPaid(subscription.slug) ? subscription.slug : null
  const changed = slug !== null && seats !== null && seats !== subscription?.seats
  return (
    <Dialog open={props.open} onClose={props.onClose} title={text.teamSize}>
      {!subscription && <LoadingState error={error} onRetry={() => void refetch()} />}
      {subscription && (
        <OrderForm
          teamId={props.teamId}
          subscription={subscription}
          choice={changed ? { slug, seats } : null}
          emptyReason={text.sameSeats}
          onDone={props.onClose}
        >
          <Field label={text.seats} help={text.seatsHelp(subscription.seats_used)}>
            <NumberField min={fewest} max={MOST_SEATS} value={seats} onChange={setSeats} />
          </Field>
        </OrderForm>
      )}
    </Dialog>
  )
}
