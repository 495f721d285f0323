import {
  type Currency,
  GRACE_DAYS,
  type Interval,
  type PaidPlan,
  type PlanSlug,
  seatPrice,
} from '@plumbline/contract/billing/plans'
import type { SubscriptionStatus } from '@plumbline/contract/billing/subscription'
import { type Reason, reason } from '@plumbline/contract/reasons'
import type { SubscriptionChange, SubscriptionTerms } from './provider.ts'

/**
 * Subscription states and the requests allowed in each. Pure functions of the stored instants and the clock, so a trial
 * ends on time and not when a job runs.
 */

export const DAY_MS = 24 * 3600 * 1000
/** An invoice that is unpaid for this long after its due date ends the subscription. */
export const UNPAID_DAYS = 30
/** A change awaiting payment is abandoned this long before the period end if it would replace a scheduled downgrade. */
export const ABANDON_BEFORE_MS = 3600 * 1000

/** The columns of a subscription that the rules read. */
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

/** End of the subscription, past or future: end of the trial, of a cancelled period, or of the wait for a payment. */
export function computeEnd(row: SubscriptionState): string | null {
  return earliest([
    row.ended_at,
    isTrial(row) ? row.trial_ends_at : null,
    row.cancels_at,
    row.unpaid_at && addDays(row.unpaid_at, UNPAID_DAYS),
  ])
}

/** The past or future instant from which writes are refused with 402; null: none is due. */
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

/** Terms of a subscription paid per seat; null in a trial, on the free plan and after the end. */
export function getPaidTerms(row: SubscriptionState): SubscriptionTerms | null {
  const { slug, currency, interval, seats, discount_percent, period_start, ended_at } = row
  if (!isPaidPlan(slug) || period_start === null || ended_at !== null) return null
  return { slug, currency, interval, seats, discount_percent }
}

/** Limit of members plus invitations: the paid seats, or the seats of a scheduled downgrade if fewer. */
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

/** Outcome of a request: a change for the provider, a change made by this server, or NONE if nothing differs. */
export type SubscriptionDecision =
  | SubscriptionChange
  | { kind: 'FREE' }
  | { kind: 'EXTEND' }
  | { kind: 'NONE' }

export interface RefusedRequest {
  refuse: 'wrong_state' | 'conflict'
  reason: Reason
}

const refuseState = (why: Reason): RefusedRequest => ({ refuse: 'wrong_state', reason: why })

/** Monthly list price of the seats, without the discount for yearly payment. */
const computeMonthlyRate = ({ slug, currency, seats }: SubscriptionTerms) =>
  seatPrice(slug, currency, 'MONTH') * seats

/** An upgrade applies now, a downgrade or a switch from YEAR to MONTH with the next period. */
function getChangeKind(current: SubscriptionTerms, requested: SubscriptionTerms): 'NOW' | 'NEXT' {
  if (current.interval === 'YEAR' && requested.interval === 'MONTH') return 'NEXT'
  if (current.interval !== requested.interval)
    return computeMonthlyRate(requested) >= computeMonthlyRate(current) ? 'NOW' : 'NEXT'
  return computeMonthlyRate(requested) > computeMonthlyRate(current) ? 'NOW' : 'NEXT'
}

const hasSameSeats = (a: SubscriptionTerms, b: Pick<SubscriptionTerms, 'slug' | 'interval' | 'seats'>) =>
  a.slug === b.slug && a.interval === b.interval && a.seats === b.seats

const refuseSeats = (count: number): RefusedRequest => ({
  refuse: 'conflict',
  reason: reason('seats_in_use', { count }),
})

function decideChange(
  row: SubscriptionState,
  status: SubscriptionStatus,
  request: Extract<SubscriptionRequest, { kind: 'CHANGE' }>,
  seatsUsed: number,
): SubscriptionDecision | RefusedRequest {
  const terms = getPaidTerms(row)
  if (!terms || status === 'EXPIRED') return refuseState(reason('no_subscription_to_change'))
  const requested = {
    ...terms,
    slug: request.slug ?? terms.slug,
    interval: request.interval ?? terms.interval,
    seats: request.seats ?? terms.seats,
  }
  if (row.cancels_at !== null && request.cancel !== false)
    return refuseState(reason('subscription_cancelled'))
  if (hasSameSeats(requested, terms))
    return row.cancels_at !== null || row.next !== null ? { kind: 'STAY' } : { kind: 'NONE' }
  if (row.next !== null && hasSameSeats(requested, row.next)) return { kind: 'NONE' }
  if (status === 'PAST_DUE') return refuseState(reason('invoice_overdue'))
  if (requested.seats < seatsUsed) return refuseSeats(seatsUsed)
  return { kind: getChangeKind(terms, requested), terms: requested }
}

/** Decides a request; `seatsUsed` counts members and pending invitations. */
export function decideSubscriptionRequest(
  row: SubscriptionState,
  request: SubscriptionRequest,
  seatsUsed: number,
  now: Date,
): SubscriptionDecision | RefusedRequest {
  if (row.slug === 'enterprise') return refuseState(reason('plan_set_by_operator'))
  const status = computeStatus(row, now)
  const isOpen = status === 'TRIALING' || status === 'EXPIRED' || row.slug === 'free'
  const owes = row.unpaid_at !== null && Date.parse(row.unpaid_at) <= now.getTime()
  switch (request.kind) {
    case 'START': {
      if (!isOpen) return refuseState(reason('subscription_exists'))
      if (owes) return refuseState(reason('invoice_overdue'))
      const { kind: _, ...terms } = request
      return terms.seats < seatsUsed ? refuseSeats(seatsUsed) : { kind: 'START', terms }
    }
    case 'FREE':
      if (row.slug === 'free') return refuseState(reason('free_plan_in_use'))
      if (owes) return refuseState(reason('invoice_overdue'))
      return isOpen ? { kind: 'FREE' } : refuseState(reason('cancel_subscription_first'))
    case 'CHANGE':
      return decideChange(row, status, request, seatsUsed)
    case 'CANCEL':
      if (!getPaidTerms(row) || status === 'EXPIRED') return refuseState(reason('no_subscription_to_cancel'))
      return row.cancels_at === null
        ? { kind: 'CANCEL' }
        : refuseState(reason('subscription_already_cancelled'))
    case 'EXTEND':
      if (status !== 'TRIALING') return refuseState(reason('no_trial'))
      return row.extended_at === null ? { kind: 'EXTEND' } : refuseState(reason('trial_already_extended'))
  }
}
