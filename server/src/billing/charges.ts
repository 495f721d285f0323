import type { Invoice, InvoiceLine } from '@plumbline/contract/billing/billing'
import { type Currency, type Interval, seatPrice } from '@plumbline/contract/billing/plans'
import { computePercent, prorate } from './money.ts'
import { computePeriodEnd, computeProrationStart } from './periods.ts'
import type { ChangeEstimate, SubscriptionChange, SubscriptionTerms } from './provider.ts'
import type { AppliedTax } from './tax.ts'

/** What the built-in provider charges. The estimate and the invoice are this one computation. */

/** With what its price is for, which the document says. */
export type PricedLine = InvoiceLine & { interval?: Interval }

export type InvoiceSums = Pick<
  Invoice,
  'currency' | 'subtotal' | 'tax_percent' | 'reverse_charge' | 'tax' | 'total'
> & { lines: PricedLine[] }

export interface BillingPeriod {
  start: Date
  end: Date
}

const getSeatPrice = ({ slug, currency, interval }: SubscriptionTerms) => seatPrice(slug, currency, interval)

function buildLine(
  kind: 'SEATS' | 'UNUSED',
  terms: SubscriptionTerms,
  { start, end }: BillingPeriod,
  amount: number,
): PricedLine {
  return {
    kind,
    slug: terms.slug,
    interval: terms.interval,
    quantity: terms.seats,
    unit_amount: getSeatPrice(terms),
    amount,
    from: start.toISOString(),
    until: end.toISOString(),
  }
}

function computeSums(
  currency: Currency,
  lines: PricedLine[],
  discountPercent: number,
  tax: AppliedTax,
): InvoiceSums {
  const add = (all: PricedLine[]) => all.reduce((sum, { amount }) => sum + amount, 0)
  const discount = -computePercent(add(lines), discountPercent * 100)
  const whole: PricedLine[] = [
    ...lines,
    ...(discountPercent > 0
      ? [
          {
            kind: 'DISCOUNT' as const,
            slug: null,
            quantity: 1,
            unit_amount: null,
            amount: discount,
            from: null,
            until: null,
          },
        ]
      : []),
  ]
  const subtotal = add(whole)
  const due = tax.percent === null ? 0 : computePercent(subtotal, tax.percent)
  return {
    currency,
    lines: whole,
    subtotal,
    tax_percent: tax.percent === null ? null : tax.percent / 100,
    reverse_charge: tax.reverse_charge,
    tax: due,
    total: subtotal + due,
  }
}

/** A whole period. */
export function computePeriodSums(
  terms: SubscriptionTerms,
  period: BillingPeriod,
  tax: AppliedTax,
): InvoiceSums {
  const whole = buildLine('SEATS', terms, period, getSeatPrice(terms) * terms.seats)
  return computeSums(terms.currency, [whole], terms.discount_percent, tax)
}

/** From now on: what is left of the present terms is given back, and the new ones are charged for the same time. */
function computeChangeSums(
  before: SubscriptionTerms,
  after: SubscriptionTerms,
  present: BillingPeriod,
  now: Date,
  tax: AppliedTax,
): InvoiceSums {
  const from = computeProrationStart(present.start, now)
  const whole = present.end.getTime() - present.start.getTime()
  const left = present.end.getTime() - from.getTime()
  const rest = { start: from, end: present.end }
  const unused = buildLine('UNUSED', before, rest, -prorate(getSeatPrice(before) * before.seats, left, whole))
  const begun =
    before.interval === after.interval
      ? buildLine('SEATS', after, rest, prorate(getSeatPrice(after) * after.seats, left, whole))
      : buildLine('SEATS', after, startPeriod(after, now), getSeatPrice(after) * after.seats)
  return computeSums(after.currency, [unused, begun], after.discount_percent, tax)
}

export const startPeriod = (terms: SubscriptionTerms, now: Date): BillingPeriod => ({
  start: now,
  end: computePeriodEnd(now, now, terms.interval),
})

/** What is there when something is ordered. */
export interface CurrentPeriod {
  terms: SubscriptionTerms
  period: BillingPeriod
  anchor: Date
}

export const getNextPeriod = (
  { period, anchor }: CurrentPeriod,
  terms: SubscriptionTerms,
): BillingPeriod => ({
  start: period.end,
  end: computePeriodEnd(anchor, period.end, terms.interval),
})

/** What is charged at once, and for which period the terms then are; nothing for what begins later. */
export function computeCharge(
  order: SubscriptionChange,
  present: CurrentPeriod | null,
  now: Date,
  tax: AppliedTax,
) {
  if (order.kind === 'START') {
    const period = startPeriod(order.terms, now)
    return { sums: computePeriodSums(order.terms, period, tax), period, terms: order.terms }
  }
  if (order.kind !== 'NOW' || !present) return null
  const { terms, period } = present
  const isNew = terms.interval !== order.terms.interval
  return {
    sums: computeChangeSums(terms, order.terms, period, now, tax),
    period: isNew ? startPeriod(order.terms, now) : period,
    terms: order.terms,
  }
}

const buildEmptySums = (currency: Currency, tax: AppliedTax): InvoiceSums => computeSums(currency, [], 0, tax)

/** What an order would cost now and then. */
export function computeChangeEstimate(
  order: SubscriptionChange,
  present: CurrentPeriod | null,
  now: Date,
  tax: AppliedTax,
): ChangeEstimate {
  const charge = computeCharge(order, present, now, tax)
  if (charge) {
    const { sums, period, terms } = charge
    const next = { start: period.end, end: computePeriodEnd(period.start, period.end, terms.interval) }
    return {
      ...sums,
      due_now: sums.total,
      starts_at: now.toISOString(),
      per_period: computePeriodSums(terms, next, tax).total,
      next_charge_at: period.end.toISOString(),
    }
  }
  if (!present) throw new Error(`Nothing to ${order.kind}`)
  const starts_at = present.period.end.toISOString()
  if (order.kind === 'CANCEL')
    return {
      ...buildEmptySums(present.terms.currency, tax),
      ...{ due_now: 0, starts_at, per_period: 0, next_charge_at: null },
    }
  const terms = order.kind === 'NEXT' ? order.terms : present.terms
  const sums = computePeriodSums(terms, getNextPeriod(present, terms), tax)
  return { ...sums, due_now: 0, starts_at, per_period: sums.total, next_charge_at: starts_at }
}
