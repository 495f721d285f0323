import type { Subscription } from '@plumbline/contract/billing/billing'
import { useState } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { confirmPayment } from './confirm-payment.ts'
import { useBillingText } from './text.ts'

/** A payment that waits for the bank's question to be answered. Nothing has changed until it is. */
export function ConfirmPayment({ confirm }: { confirm: NonNullable<Subscription['confirm']> }) {
  const text = useBillingText()
  const [waiting, setWaiting] = useState(false)
  async function ask() {
    setWaiting(true)
    const failed = await confirmPayment(confirm, text)
    setWaiting(false)
    // this may be gone by then: what was not confirmed is withdrawn
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
