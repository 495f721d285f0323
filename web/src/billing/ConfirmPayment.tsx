import type { Subscription } from '@plumbline/contract/billing'
import { useState } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { confirmPayment } from './confirm-payment.ts'
import { useBillingText } from './text.ts'

/** A payment that waits for the bank's question to be answered. Nothing has changed until it is. */
export function ConfirmPayment({ confirm }: { confirm: NonNullable<Subscription['confirm']> }) {
  const text = useBillingText()
  const [waiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function ask() {
    setWaiting(true)
    setProblem(await confirmPayment(confirm, text))
    setWaiting(false)
  }
  return (
    <div className="mt-3">
      <Banner
        tone={problem ? 'danger' : 'warning'}
        action={
          <Button look="primary" loading={waiting} onClick={() => void ask()}>
            {text.confirmPayment}
          </Button>
        }
      >
        {problem ?? text.confirmHint}
      </Banner>
    </div>
  )
}
