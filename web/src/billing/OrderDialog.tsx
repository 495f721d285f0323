import { listCurrencies } from '@plumbline/contract/billing/billing'
import {
  type Currency,
  currencies,
  type Interval,
  intervals,
  MOST_SEATS,
  type PaidPlan,
} from '@plumbline/contract/billing/plans'
import type { SignupCode } from '@plumbline/contract/billing/signup-codes'
import type { Subscription } from '@plumbline/contract/billing/subscription'
import { useState } from 'react'
import { useRead } from '../api/query.ts'
import { useSearch } from '../base/navigation.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Select } from '../ui/Select.tsx'
import { CodeField } from './CodeField.tsx'
import { formatCurrency } from './money.ts'
import { OrderForm } from './OrderForm.tsx'
import { useBillingText } from './text.ts'
import { isPaid, isRunning } from './use-subscription.ts'

/** Orders a plan: seats, billing interval and currency, with an estimate of the cost. */
export default function OrderDialog(props: {
  teamId: string
  subscription: Subscription
  slug: PaidPlan | 'free'
  open: boolean
  onClose: () => void
}) {
  const text = useBillingText()
  const { slug, subscription } = props
  const [search] = useSearch()
  const fewest = Math.max(1, subscription.seats_used)
  const [seats, setSeats] = useState<number | null>(Math.max(fewest, subscription.seats))
  const [interval, setInterval] = useState<Interval>(
    intervals.find((name) => name === search.interval) ?? subscription.interval,
  )
  const [currency, setCurrency] = useState<Currency>(
    currencies.find((code) => code === search.currency) ?? subscription.currency,
  )
  const [code, setCode] = useState<SignupCode | null>(null)
  const running = isRunning(subscription)
  const paid = isPaid(slug)
  const startTerms = { slug, currency, interval, ...(code && { custom_signup_code_id: code.id }) }
  const choice = !paid
    ? { slug, currency }
    : seats === null
      ? null
      : running
        ? { slug, interval, seats }
        : { ...startTerms, seats }
  return (
    <Dialog open={props.open} onClose={props.onClose} title={text.changeTo(text.plans[slug])}>
      <OrderForm teamId={props.teamId} subscription={subscription} choice={choice} onDone={props.onClose}>
        {paid && (
          <>
            <Field label={text.seats} help={text.seatsHelp(subscription.seats_used)}>
              <NumberField min={fewest} max={MOST_SEATS} value={seats} onChange={setSeats} />
            </Field>
            <RadioGroup
              label={text.paid}
              value={interval}
              onChange={setInterval}
              options={intervals.map((value) => ({ value, label: text.intervalChoice[value] }))}
            />
            {!running && <CurrencyField value={currency} onChange={setCurrency} />}
            {!running && !subscription.code && <CodeField code={code} onChange={setCode} />}
          </>
        )}
      </OrderForm>
    </Dialog>
  )
}

function CurrencyField({ value, onChange }: { value: Currency; onChange: (code: Currency) => void }) {
  const text = useBillingText()
  const { data = [{ code: value }] } = useRead(listCurrencies, {}, { silent: true })
  return (
    <Field label={text.currency} help={text.currencyHelp}>
      <Select
        options={data.map(({ code }) => ({ value: code, label: formatCurrency(code) }))}
        value={value}
        onChange={(code) => code && onChange(code)}
      />
    </Field>
  )
}
