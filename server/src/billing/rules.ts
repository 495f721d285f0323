import type { SubscriptionStatus } from '@plumbline/contract/billing/billing'
import {
  type Currency,
  GRACE_DAYS,
  type Interval,
  type PaidPlan,
  type PlanSlug,
  seatPrice,
} from '@plumbline/contract/billing/plans'
import { fill, type Said, type Sentence } from '@plumbline/contract/sentences'
import type { SubscriptionChange, SubscriptionTerms } from './provider.ts'

/**
 * The states of a subscription and what may be ordered in each. Pure: a state follows from the instants that are kept
 * and the clock, so a trial is over at its end and not when a job has noticed.
 */

export const DAY_MS = 24 * 3600 * 1000
/** How long after its due day an unpaid invoice ends the subscription. */
const UNPAID_DAYS = 30
/** How long before a period ends a change is given up that waits for its payment and would replace what begins then. */
export const ABANDON_BEFORE_MS = 3600 * 1000

/** What is kept of a subscription; its columns. */
export interface SubscriptionState {
  slug: Exclude<PlanSlug, 'self_hosted'>
  currency: Currency
  interval: Interval
  seats: number
  discount_percent: number
  trial_ends_at: string | null
  extended_at: string | null
  period_start: string | null
  period_end: string | null
  cancels_at: string | null
  next: { slug: PaidPlan; interval: Interval; seats: number } | null
  unpaid_at: string | null
  ended_at: string | null
}

const addDays = (at: string, days: number) => new Date(Date.parse(at) + days * DAY_MS).toISOString()
const earliest = (instants: (string | null)[]): string | null =>
  instants.reduce((first, at) =>
    at !== null && (first === null || Date.parse(at) < Date.parse(first)) ? at : first,
  )

const isTrial = (row: SubscriptionState) => row.trial_ends_at !== null && row.period_start === null

/** When it is or was over: the end of the trial or of what is paid for, or of the patience with what is not. */
export function computeEnd(row: SubscriptionState): string | null {
  return earliest([
    row.ended_at,
    isTrial(row) ? row.trial_ends_at : null,
    row.cancels_at,
    row.unpaid_at && addDays(row.unpaid_at, UNPAID_DAYS),
  ])
}

/** From when on writes are refused with 402, whether that has come or lies ahead; null: never as things are. */
export function computeWriteBlock(row: SubscriptionState): string | null {
  const since = earliest([computeEnd(row), row.unpaid_at])
  return since && addDays(since, GRACE_DAYS)
}

export function computeStatus(row: SubscriptionState, now: Date): SubscriptionStatus {
  const isPast = (at: string | null) => at !== null && Date.parse(at) <= now.getTime()
  if (isPast(computeEnd(row))) return 'EXPIRED'
  if (isTrial(row)) return 'TRIALING'
  if (isPast(row.unpaid_at)) return 'PAST_DUE'
  return row.cancels_at === null ? 'ACTIVE' : 'CANCELLED'
}

const isPaidPlan = (slug: PlanSlug): slug is PaidPlan => slug === 'team' || slug === 'business'

/** What is subscribed to and paid for by the seat; null in a trial, on the free plan and once it is over. */
export function getPaidTerms(row: SubscriptionState): SubscriptionTerms | null {
  const { slug, currency, interval, seats, discount_percent, period_start, ended_at } = row
  if (!isPaidPlan(slug) || period_start === null || ended_at !== null) return null
  return { slug, currency, interval, seats, discount_percent }
}

/** How many members and invitations there may be: what is paid for, or what is going to be, when that is less. */
export function computeSeatLimit(row: SubscriptionState, freeSeats: number | null): number | null {
  if (row.slug === 'free') return freeSeats
  if (row.period_start === null) return null
  return Math.min(row.seats, row.next?.seats ?? row.seats)
}

export type SubscriptionRequest =
  | {
      kind: 'START'
      slug: PaidPlan
      currency: Currency
      interval: Interval
      seats: number
      discount_percent: number
    }
  | { kind: 'FREE' }
  | {
      kind: 'CHANGE'
      slug?: PaidPlan | undefined
      interval?: Interval | undefined
      seats?: number | undefined
      cancel?: false | undefined
    }
  | { kind: 'CANCEL' }
  | { kind: 'EXTEND' }

/** What comes of a wish: an order to the provider, a change of our own, or nothing because it is so already. */
export type SubscriptionDecision =
  | SubscriptionChange
  | { kind: 'FREE' }
  | { kind: 'EXTEND' }
  | { kind: 'NONE' }

export interface RefusedRequest {
  refuse: 'wrong_state' | 'conflict'
  message: Sentence | Said
}

const refuseState = (message: Sentence): RefusedRequest => ({ refuse: 'wrong_state', message })

/** What a month of these seats costs, without what paying by the year saves. */
const computeMonthlyRate = ({ slug, currency, seats }: SubscriptionTerms) =>
  seatPrice(slug, currency, 'MONTH') * seats

/** More is from now on, less with the next period, and so is paying by the month again. */
function getChangeKind(now: SubscriptionTerms, wished: SubscriptionTerms): 'NOW' | 'NEXT' {
  if (now.interval === 'YEAR' && wished.interval === 'MONTH') return 'NEXT'
  if (now.interval !== wished.interval)
    return computeMonthlyRate(wished) >= computeMonthlyRate(now) ? 'NOW' : 'NEXT'
  return computeMonthlyRate(wished) > computeMonthlyRate(now) ? 'NOW' : 'NEXT'
}

const hasSameSeats = (a: SubscriptionTerms, b: Pick<SubscriptionTerms, 'slug' | 'interval' | 'seats'>) =>
  a.slug === b.slug && a.interval === b.interval && a.seats === b.seats

const refuseSeats = (count: number): RefusedRequest => ({
  refuse: 'conflict',
  message: fill('{count} seats are in use. Remove members or withdraw invitations first.', { count }),
})

function decideChange(
  row: SubscriptionState,
  status: SubscriptionStatus,
  wish: Extract<SubscriptionRequest, { kind: 'CHANGE' }>,
  used: number,
): SubscriptionDecision | RefusedRequest {
  const terms = getPaidTerms(row)
  if (!terms || status === 'EXPIRED') return refuseState('There is no subscription to change')
  const wished = {
    ...terms,
    slug: wish.slug ?? terms.slug,
    interval: wish.interval ?? terms.interval,
    seats: wish.seats ?? terms.seats,
  }
  if (row.cancels_at !== null && wish.cancel !== false)
    return refuseState('The subscription is cancelled: take that back first')
  if (hasSameSeats(wished, terms))
    return row.cancels_at !== null || row.next !== null ? { kind: 'STAY' } : { kind: 'NONE' }
  if (row.next !== null && hasSameSeats(wished, row.next)) return { kind: 'NONE' }
  if (status === 'PAST_DUE') return refuseState('Pay what is due first')
  if (wished.seats < used) return refuseSeats(used)
  return { kind: getChangeKind(terms, wished), terms: wished }
}

/** What may be done now; `used` is how many seats are in use. */
export function decideSubscriptionRequest(
  row: SubscriptionState,
  wish: SubscriptionRequest,
  used: number,
  now: Date,
): SubscriptionDecision | RefusedRequest {
  if (row.slug === 'enterprise') return refuseState('This plan is agreed with the operator of this server')
  const status = computeStatus(row, now)
  const isOpen = status === 'TRIALING' || status === 'EXPIRED' || row.slug === 'free'
  const owes = row.unpaid_at !== null && Date.parse(row.unpaid_at) <= now.getTime()
  switch (wish.kind) {
    case 'START': {
      if (!isOpen) return refuseState('There is a subscription already: change it')
      if (owes) return refuseState('Pay what is due first')
      const { kind: _, ...terms } = wish
      return terms.seats < used ? refuseSeats(used) : { kind: 'START', terms }
    }
    case 'FREE':
      if (row.slug === 'free') return refuseState('The free plan is in use already')
      if (owes) return refuseState('Pay what is due first')
      return isOpen ? { kind: 'FREE' } : refuseState('Cancel the subscription first')
    case 'CHANGE':
      return decideChange(row, status, wish, used)
    case 'CANCEL':
      if (!getPaidTerms(row) || status === 'EXPIRED') return refuseState('There is no subscription to cancel')
      return row.cancels_at === null
        ? { kind: 'CANCEL' }
        : refuseState('The subscription is cancelled already')
    case 'EXTEND':
      if (status !== 'TRIALING') return refuseState('There is no trial to extend')
      return row.extended_at === null ? { kind: 'EXTEND' } : refuseState('A trial is extended once')
  }
}
