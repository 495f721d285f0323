import type { Invoice, InvoiceLine } from '@plumbline/contract/billing/billing'
import { type Currency, type Interval, seatPrice } from '@plumbline/contract/billing/plans'
import { percentOf, share } from './money.ts'
import { endOfPeriod, prorationFrom } from './periods.ts'
import type { Order, Quote, Terms } from './provider.ts'
import type { Tax } from './tax.ts'

/** What the built-in provider charges. The estimate and the invoice are this one computation. */

/** With what its price is for, which the document says. */
export type Line = InvoiceLine & { interval?: Interval }

export type Sums = Pick<
  Invoice,
  'currency' | 'subtotal' | 'tax_percent' | 'reverse_charge' | 'tax' | 'total'
> & { lines: Line[] }

export interface Period {
  start: Date
  end: Date
}

const priceOf = ({ slug, currency, interval }: Terms) => seatPrice(slug, currency, interval)

function line(kind: 'SEATS' | 'UNUSED', terms: Terms, { start, end }: Period, amount: number): Line {
  return {
    kind,
    slug: terms.slug,
    interval: terms.interval,
    quantity: terms.seats,
    unit_amount: priceOf(terms),
    amount,
    from: start.toISOString(),
    until: end.toISOString(),
  }
}

function sumUp(currency: Currency, lines: Line[], discountPercent: number, tax: Tax): Sums {
  const add = (all: Line[]) => all.reduce((sum, { amount }) => sum + amount, 0)
  const discount = -percentOf(add(lines), discountPercent * 100)
  const whole: Line[] = [
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
  const due = tax.percent === null ? 0 : percentOf(subtotal, tax.percent)
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
export function periodSums(terms: Terms, period: Period, tax: Tax): Sums {
  const whole = line('SEATS', terms, period, priceOf(terms) * terms.seats)
  return sumUp(terms.currency, [whole], terms.discount_percent, tax)
}

/** From now on: what is left of the present terms is given back, and the new ones are charged for the same time. */
function changeSums(before: Terms, after: Terms, present: Period, now: Date, tax: Tax): Sums {
  const from = prorationFrom(present.start, now)
  const whole = present.end.getTime() - present.start.getTime()
  const left = present.end.getTime() - from.getTime()
  const rest = { start: from, end: present.end }
  const unused = line('UNUSED', before, rest, -share(priceOf(before) * before.seats, left, whole))
  const begun =
    before.interval === after.interval
      ? line('SEATS', after, rest, share(priceOf(after) * after.seats, left, whole))
      : line('SEATS', after, newPeriod(after, now), priceOf(after) * after.seats)
  return sumUp(after.currency, [unused, begun], after.discount_percent, tax)
}

export const newPeriod = (terms: Terms, now: Date): Period => ({
  start: now,
  end: endOfPeriod(now, now, terms.interval),
})

/** What is there when something is ordered. */
export interface Present {
  terms: Terms
  period: Period
  anchor: Date
}

export const nextPeriod = ({ period, anchor }: Present, terms: Terms): Period => ({
  start: period.end,
  end: endOfPeriod(anchor, period.end, terms.interval),
})

/** What is charged at once, and for which period the terms then are; nothing for what begins later. */
export function chargeOf(order: Order, present: Present | null, now: Date, tax: Tax) {
  if (order.kind === 'START') {
    const period = newPeriod(order.terms, now)
    return { sums: periodSums(order.terms, period, tax), period, terms: order.terms }
  }
  if (order.kind !== 'NOW' || !present) return null
  const { terms, period } = present
  const isNew = terms.interval !== order.terms.interval
  return {
    sums: changeSums(terms, order.terms, period, now, tax),
    period: isNew ? newPeriod(order.terms, now) : period,
    terms: order.terms,
  }
}

const nothing = (currency: Currency, tax: Tax): Sums => sumUp(currency, [], 0, tax)

/** What an order would cost now and then. */
export function quoteOf(order: Order, present: Present | null, now: Date, tax: Tax): Quote {
  const charge = chargeOf(order, present, now, tax)
  if (charge) {
    const { sums, period, terms } = charge
    const next = { start: period.end, end: endOfPeriod(period.start, period.end, terms.interval) }
    return {
      ...sums,
      due_now: sums.total,
      starts_at: now.toISOString(),
      per_period: periodSums(terms, next, tax).total,
      next_charge_at: period.end.toISOString(),
    }
  }
  if (!present) throw new Error(`Nothing to ${order.kind}`)
  const starts_at = present.period.end.toISOString()
  if (order.kind === 'CANCEL')
    return {
      ...nothing(present.terms.currency, tax),
      ...{ due_now: 0, starts_at, per_period: 0, next_charge_at: null },
    }
  const terms = order.kind === 'NEXT' ? order.terms : present.terms
  const sums = periodSums(terms, nextPeriod(present, terms), tax)
  return { ...sums, due_now: 0, starts_at, per_period: sums.total, next_charge_at: starts_at }
}
