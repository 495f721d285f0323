import { currencies, intervals, paidPlans, seatPrice } from '@plumbline/contract/billing/plans'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CurrentPeriod,
  computeChangeEstimate,
  computeCharge,
  computePeriodSums,
  type InvoiceSums,
  startPeriod,
} from './charges.ts'
import { computePercent, prorate } from './money.ts'
import { addMonths, computePeriodEnd } from './periods.ts'
import type { SubscriptionChange, SubscriptionTerms } from './provider.ts'
import { decideSubscriptionRequest, type SubscriptionState } from './rules.ts'
import type { AppliedTax } from './tax.ts'

const at = (text: string) => new Date(text)
const iso = (date: Date) => date.toISOString()

describe('A prorated amount', () => {
  test('is rounded to the nearest unit, halves away from zero', () => {
    expect([prorate(5, 1, 10), prorate(-5, 1, 10), prorate(4, 1, 10), prorate(-4, 1, 10)]).toEqual([
      1, -1, 0, 0,
    ])
    expect([computePercent(1005, 1000), computePercent(-1005, 1000), computePercent(50, 1900)]).toEqual([
      101, -101, 10,
    ])
  })

  test('is exact when products exceed the safe integers', () => {
    const amount = 290_000_000
    const year = 366 * 24 * 3600 * 1000
    expect(prorate(amount, year - 1, year)).toBe(amount)
    expect(prorate(amount, 1, 3)).toBe(96_666_667)
  })
})

describe('Periods', () => {
  test('start on the first period’s day of the month, or on the last day of shorter months', () => {
    const anchor = at('2026-01-31T10:00:00.000Z')
    let start = anchor
    const ends = Array.from({ length: 5 }, () => {
      start = computePeriodEnd(anchor, start, 'MONTH')
      return iso(start).slice(0, 10)
    })
    expect(ends).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'])
  })

  test('of a year started on 29 February end on the 28th, in leap years on the 29th', () => {
    const anchor = at('2024-02-29T00:00:00.000Z')
    expect(iso(computePeriodEnd(anchor, anchor, 'YEAR'))).toBe('2025-02-28T00:00:00.000Z')
    expect(iso(computePeriodEnd(anchor, at('2027-02-28T00:00:00.000Z'), 'YEAR'))).toBe(
      '2028-02-29T00:00:00.000Z',
    )
    expect(iso(addMonths(at('2026-12-31T23:59:59.999Z'), 2))).toBe('2027-02-28T23:59:59.999Z')
  })
})

const terms: fc.Arbitrary<SubscriptionTerms> = fc.record({
  slug: fc.constantFrom(...paidPlans),
  currency: fc.constantFrom(...currencies),
  interval: fc.constantFrom(...intervals),
  seats: fc.integer({ min: 1, max: 10_000 }),
  discount_percent: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100 })),
})
const tax: fc.Arbitrary<AppliedTax> = fc.oneof(
  fc.record({ percent: fc.integer({ min: 0, max: 2700 }), reverse_charge: fc.constant(false) }),
  fc.constant({ percent: null, reverse_charge: true }),
)
const instant = fc
  .date({ min: at('2023-01-01T00:00:00Z'), max: at('2033-01-01T00:00:00Z'), noInvalidDate: true })
  // month ends and leap days more often than by chance
  .chain((date) =>
    fc.constantFrom(date, at(`${iso(date).slice(0, 4)}-01-31T12:34:56.789Z`), at('2024-02-29T23:59:59.999Z')),
  )

/** A subscription at some instant of its current period, and requested terms. */
const scene = fc
  .record({
    before: terms,
    tax,
    anchor: instant,
    periods: fc.integer({ min: 0, max: 40 }),
    passed: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    wished: terms,
  })
  .map(({ before, tax: due, anchor, periods, passed, wished }) => {
    let start = anchor
    for (let index = 0; index < periods; index++) start = computePeriodEnd(anchor, start, before.interval)
    const end = computePeriodEnd(anchor, start, before.interval)
    const now = new Date(start.getTime() + Math.floor(passed * (end.getTime() - start.getTime())))
    const present: CurrentPeriod = { terms: before, period: { start, end }, anchor }
    const after: SubscriptionTerms = {
      ...wished,
      currency: before.currency,
      discount_percent: before.discount_percent,
    }
    return { present, after, now, due }
  })

const standing = ({ terms: t, period }: CurrentPeriod): SubscriptionState => ({
  ...t,
  period_start: iso(period.start),
  period_end: iso(period.end),
  ...{
    trial_ends_at: null,
    extended_at: null,
    cancels_at: null,
    next: null,
    unpaid_at: null,
    ended_at: null,
  },
})

/** The change that the rules derive from a request; null if nothing changes. */
function orderOf(
  present: CurrentPeriod,
  { slug, interval, seats }: SubscriptionTerms,
  now: Date,
): SubscriptionChange | null {
  const decision = decideSubscriptionRequest(
    standing(present),
    { kind: 'CHANGE', slug, interval, seats },
    1,
    now,
  )
  if ('refuse' in decision) throw new Error(decision.reason.code)
  return decision.kind === 'NOW' || decision.kind === 'NEXT' ? decision : null
}

function expectWhole({ lines, subtotal, tax: due, total, tax_percent }: InvoiceSums) {
  const all = [...lines.map(({ amount }) => amount), subtotal, due, total]
  expect(all.every(Number.isSafeInteger)).toBe(true)
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(subtotal)
  expect(subtotal + due).toBe(total)
  if (tax_percent === null) expect(due).toBe(0)
}

describe('For generated subscriptions', () => {
  test('the charge equals the estimate, and its lines add up', () => {
    fc.assert(
      fc.property(scene, ({ present, after, now, due }) => {
        const start: SubscriptionChange = { kind: 'START', terms: after }
        const orders = [start, orderOf(present, after, now)].filter((order) => order !== null)
        for (const order of orders) {
          const quote = computeChangeEstimate(order, present, now, due)
          const charge = computeCharge(order, present, now, due)
          expectWhole(quote)
          expect(quote.due_now).toBe(charge?.sums.total ?? 0)
          if (charge) expect(quote.lines).toEqual(charge.sums.lines)
          // the estimated price per period equals the later charge
          const next = charge
            ? {
                start: charge.period.end,
                end: computePeriodEnd(charge.period.start, charge.period.end, charge.terms.interval),
              }
            : {
                start: present.period.end,
                end: computePeriodEnd(present.anchor, present.period.end, after.interval),
              }
          expect(quote.per_period).toBe(computePeriodSums(charge?.terms ?? after, next, due).total)
        }
      }),
      { numRuns: 3000 },
    )
  })

  test('no change pays out money, and an upgrade undone within a period brings no gain', () => {
    fc.assert(
      fc.property(scene, fc.double({ min: 0, max: 1, noNaN: true }), ({ present, after, now, due }, part) => {
        const up = orderOf(present, after, now)
        const charge = up && computeCharge(up, present, now, due)
        if (!charge) return
        expect(charge.sums.total).toBeGreaterThanOrEqual(0)
        const then: CurrentPeriod = {
          terms: charge.terms,
          period: charge.period,
          anchor: charge.period.start,
        }
        const later = new Date(
          now.getTime() + Math.floor(part * (charge.period.end.getTime() - 1 - now.getTime())),
        )
        const back = orderOf(then, present.terms, later)
        expect((back && computeCharge(back, then, later, due)?.sums.total) ?? 0).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 3000 },
    )
  })

  test('a whole period costs seats times price, less the discount, and the tax', () => {
    fc.assert(
      fc.property(terms, instant, tax, (wished, now, due) => {
        const sums = computePeriodSums(wished, startPeriod(wished, now), due)
        const full = seatPrice(wished.slug, wished.currency, wished.interval) * wished.seats
        expect(sums.subtotal).toBe(full - computePercent(full, wished.discount_percent * 100))
        expect(sums.tax).toBe(due.percent === null ? 0 : computePercent(sums.subtotal, due.percent))
      }),
    )
  })

  test('an upgrade costs the full difference at the period start and nothing at its end', () => {
    fc.assert(
      fc.property(scene, ({ present, after, due }) => {
        const same: SubscriptionTerms = { ...after, interval: present.terms.interval }
        const { start, end } = present.period
        const first = computeCharge({ kind: 'NOW', terms: same }, present, start, due)
        const price = (t: SubscriptionTerms) => seatPrice(t.slug, t.currency, t.interval) * t.seats
        const [unused, begun] = first?.sums.lines ?? []
        expect([unused?.amount, begun?.amount]).toEqual([-price(present.terms), price(same)])
        const last = computeCharge({ kind: 'NOW', terms: same }, present, new Date(end.getTime() - 1), due)
        // prorated from the current full hour
        expect(Math.abs(last?.sums.lines[1]?.amount ?? 0)).toBeLessThanOrEqual(Math.ceil(price(same) / 600))
      }),
    )
  })
})
