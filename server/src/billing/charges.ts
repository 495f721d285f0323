import type { Invoice, InvoiceLine } from '@plumbline/contract/billing/billing'
import { type Currency, type Interval, seatPrice } from '@plumbline/contract/billing/plans'
import { computePercent, prorate } from './money.ts'
import { computePeriodEnd, computeProrationStart } from './periods.ts'
import type { ChangeEstimate, SubscriptionChange, SubscriptionTerms } from './provider.ts'
import type { AppliedTax } from './tax.ts'

/** Charges of the built-in provider. Estimates and invoices use the same computation. */

/** An invoice line with the interval of its price, which the PDF prints. */
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
  const allLines: PricedLine[] = [
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
  const subtotal = add(allLines)
  const due = tax.percent === null ? 0 : computePercent(subtotal, tax.percent)
  return {
    currency,
    lines: allLines,
    subtotal,
    tax_percent: tax.percent === null ? null : tax.percent / 100,
    reverse_charge: tax.reverse_charge,
    tax: due,
    total: subtotal + due,
  }
}

/** Sums of one full period. */
export function computePeriodSums(
  terms: SubscriptionTerms,
  period: BillingPeriod,
  tax: AppliedTax,
): InvoiceSums {
  const seats = buildLine('SEATS', terms, period, getSeatPrice(terms) * terms.seats)
  return computeSums(terms.currency, [seats], terms.discount_percent, tax)
}

/** Sums of an upgrade: credits the unused time of the old terms and charges the new terms for the same time. */
function computeChangeSums(
  before: SubscriptionTerms,
  after: SubscriptionTerms,
  period: BillingPeriod,
  now: Date,
  tax: AppliedTax,
): InvoiceSums {
  const from = computeProrationStart(period.start, now)
  const periodMs = period.end.getTime() - period.start.getTime()
  const remainingMs = period.end.getTime() - from.getTime()
  const rest = { start: from, end: period.end }
  const unused = buildLine(
    'UNUSED',
    before,
    rest,
    -prorate(getSeatPrice(before) * before.seats, remainingMs, periodMs),
  )
  const charged =
    before.interval === after.interval
      ? buildLine('SEATS', after, rest, prorate(getSeatPrice(after) * after.seats, remainingMs, periodMs))
      : buildLine('SEATS', after, startPeriod(after, now), getSeatPrice(after) * after.seats)
  return computeSums(after.currency, [unused, charged], after.discount_percent, tax)
}

export const startPeriod = (terms: SubscriptionTerms, now: Date): BillingPeriod => ({
  start: now,
  end: computePeriodEnd(now, now, terms.interval),
})

/** The paid period that is running when a change is requested. */
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

/** The sums charged at once and the period they cover; null if the change starts later. */
export function computeCharge(
  change: SubscriptionChange,
  current: CurrentPeriod | null,
  now: Date,
  tax: AppliedTax,
) {
  if (change.kind === 'START') {
    const period = startPeriod(change.terms, now)
    return { sums: computePeriodSums(change.terms, period, tax), period, terms: change.terms }
  }
  if (change.kind !== 'NOW' || !current) return null
  const { terms, period } = current
  const isNew = terms.interval !== change.terms.interval
  return {
    sums: computeChangeSums(terms, change.terms, period, now, tax),
    period: isNew ? startPeriod(change.terms, now) : period,
    terms: change.terms,
  }
}

const buildEmptySums = (currency: Currency, tax: AppliedTax): InvoiceSums => computeSums(currency, [], 0, tax)

/** Cost of a change now and per period. */
export function computeChangeEstimate(
  change: SubscriptionChange,
  current: CurrentPeriod | null,
  now: Date,
  tax: AppliedTax,
): ChangeEstimate {
  const charge = computeCharge(change, current, now, tax)
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
  if (!current) throw new Error(`Nothing to ${change.kind}`)
  const starts_at = current.period.end.toISOString()
  if (change.kind === 'CANCEL')
    return {
      ...buildEmptySums(current.terms.currency, tax),
      due_now: 0,
      starts_at,
      per_period: 0,
      next_charge_at: null,
    }
  const terms = change.kind === 'NEXT' ? change.terms : current.terms
  const sums = computePeriodSums(terms, getNextPeriod(current, terms), tax)
  return { ...sums, due_now: 0, starts_at, per_period: sums.total, next_charge_at: starts_at }
}
