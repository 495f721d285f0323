import type { Subscription } from '@plumbline/contract/billing/subscription'
import { useState } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { confirmPayment } from './confirm-payment.ts'
import { useBillingText } from './text.ts'

/** Asks the person to confirm a payment with their bank (3-D Secure). The subscription does not change until they do. */
export function ConfirmPayment({ confirm }: { confirm: NonNullable<Subscription['confirm']> }) {
  const text = useBillingText()
  const [waiting, setWaiting] = useState(false)
  async function ask() {
    setWaiting(true)
    const failed = await confirmPayment(confirm, text)
    setWaiting(false)
    // the component may be unmounted by now: an unconfirmed payment is cancelled by the server
    if (failed) toast.error({ text: failed })
    else toast.success({ text: text.ordered })
  }
  return (
    <div className="mt-3">
      <Banner
        tone="warning"
        action={
          <Button look="primary" loading={waiting} onClick={() => void ask()}>
            {text.confirmPayment}
          </Button>
        }
      >
        {text.confirmHint}
      </Banner>
    </div>
  )
}
