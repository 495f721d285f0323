import { describe, expect, test } from 'vitest'
import {
  computeEnd,
  computeSeatLimit,
  computeStatus,
  computeWriteBlock,
  DAY_MS,
  decideSubscriptionRequest,
  type RefusedRequest,
  type SubscriptionDecision,
  type SubscriptionRequest,
  type SubscriptionState,
} from './rules.ts'

const now = new Date('2026-03-15T12:00:00.000Z')
const day = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()

const nothing: Omit<SubscriptionState, 'slug'> = {
  currency: 'EUR',
  interval: 'MONTH',
  seats: 0,
  discount_percent: 0,
  trial_ends_at: null,
  extended_at: null,
  period_start: null,
  period_end: null,
  cancels_at: null,
  next: null,
  unpaid_at: null,
  ended_at: null,
}
const paid: SubscriptionState = {
  ...nothing,
  slug: 'team',
  seats: 10,
  period_start: day(-10),
  period_end: day(20),
}
const trial: SubscriptionState = { ...nothing, slug: 'business', trial_ends_at: day(10) }

/** Every subscription state, some of them reached in several ways. */
const states: Record<string, SubscriptionState> = {
  trial,
  'trial, extended': { ...trial, extended_at: day(-1) },
  'trial, over': { ...trial, trial_ends_at: day(-1) },
  free: { ...nothing, slug: 'free' },
  active: paid,
  'active, less to come': { ...paid, next: { slug: 'team', interval: 'MONTH', seats: 8 } },
  'active, not yet due': { ...paid, unpaid_at: day(5) },
  cancelled: { ...paid, cancels_at: day(20) },
  'past due': { ...paid, unpaid_at: day(-1) },
  'past due, cancelled': { ...paid, unpaid_at: day(-1), cancels_at: day(20) },
  'cancelled, over': { ...paid, cancels_at: day(-1) },
  'unpaid, over': { ...paid, unpaid_at: day(-31) },
  ended: { ...paid, ended_at: day(-3) },
  enterprise: { ...nothing, slug: 'enterprise' },
}

test('The status is computed from the stored instants', () => {
  expect(
    Object.fromEntries(Object.entries(states).map(([name, row]) => [name, computeStatus(row, now)])),
  ).toEqual({
    trial: 'TRIALING',
    'trial, extended': 'TRIALING',
    'trial, over': 'EXPIRED',
    free: 'ACTIVE',
    active: 'ACTIVE',
    'active, less to come': 'ACTIVE',
    'active, not yet due': 'ACTIVE',
    cancelled: 'CANCELLED',
    'past due': 'PAST_DUE',
    'past due, cancelled': 'PAST_DUE',
    'cancelled, over': 'EXPIRED',
    'unpaid, over': 'EXPIRED',
    ended: 'EXPIRED',
    enterprise: 'ACTIVE',
  })
})

test('A status changes at its instant and not a millisecond earlier', () => {
  const at = (iso: string, ms: number) => new Date(Date.parse(iso) + ms)
  expect(computeStatus(trial, at(day(10), -1))).toBe('TRIALING')
  expect(computeStatus(trial, at(day(10), 0))).toBe('EXPIRED')
  const owing = { ...paid, unpaid_at: day(5) }
  expect(computeStatus(owing, at(day(5), -1))).toBe('ACTIVE')
  expect(computeStatus(owing, at(day(5), 0))).toBe('PAST_DUE')
  expect(computeStatus(owing, at(day(35), -1))).toBe('PAST_DUE')
  expect(computeStatus(owing, at(day(35), 0))).toBe('EXPIRED')
})

test('Writes are blocked seven days after the end or after a missed payment', () => {
  const stops = Object.fromEntries(
    Object.entries(states).map(([name, row]) => [name, computeWriteBlock(row)]),
  )
  expect(stops).toMatchObject({
    trial: day(17),
    'trial, over': day(6),
    free: null,
    active: null,
    'active, not yet due': day(12),
    cancelled: day(27),
    'past due': day(6),
    'past due, cancelled': day(6),
    'cancelled, over': day(6),
    'unpaid, over': day(-24),
    ended: day(4),
    enterprise: null,
  })
  expect(computeEnd(paid)).toBeNull()
})

const wishes: Record<string, SubscriptionRequest> = {
  start: { kind: 'START', slug: 'team', currency: 'EUR', interval: 'MONTH', seats: 8, discount_percent: 0 },
  free: { kind: 'FREE' },
  more: { kind: 'CHANGE', seats: 12 },
  less: { kind: 'CHANGE', seats: 8 },
  same: { kind: 'CHANGE', seats: 10 },
  resume: { kind: 'CHANGE', cancel: false },
  'resume with more': { kind: 'CHANGE', cancel: false, seats: 12 },
  cancel: { kind: 'CANCEL' },
  extend: { kind: 'EXTEND' },
}

const brief = (decision: SubscriptionDecision | RefusedRequest) =>
  'refuse' in decision ? `no: ${decision.reason.code}` : decision.kind
const no = {
  change: 'no: no_subscription_to_change',
  cancel: 'no: no_subscription_to_cancel',
  trial: 'no: no_trial',
  there: 'no: subscription_exists',
  first: 'no: cancel_subscription_first',
  owes: 'no: invoice_overdue',
  back: 'no: subscription_cancelled',
  again: 'no: subscription_already_cancelled',
  agreed: 'no: plan_set_by_operator',
}
const unchanged = {
  more: no.change,
  less: no.change,
  same: no.change,
  resume: no.change,
  'resume with more': no.change,
}
const over = { start: 'START', free: 'FREE', ...unchanged, cancel: no.cancel, extend: no.trial }
const owing = { start: no.owes, free: no.owes, ...unchanged, cancel: no.cancel, extend: no.trial }
const running = { start: no.there, free: no.first, more: 'NOW', less: 'NEXT', same: 'NONE', resume: 'NONE' }
const active = { ...running, 'resume with more': 'NOW', cancel: 'CANCEL', extend: no.trial }

/** Expected decision for every state and request. */
const table: Record<string, Record<string, string>> = {
  trial: { ...over, extend: 'EXTEND' },
  'trial, extended': { ...over, extend: 'no: trial_already_extended' },
  'trial, over': over,
  free: { ...over, free: 'no: free_plan_in_use' },
  active,
  'active, less to come': { ...active, less: 'NONE', same: 'STAY', resume: 'STAY' },
  'active, not yet due': active,
  cancelled: {
    ...active,
    more: no.back,
    less: no.back,
    same: no.back,
    resume: 'STAY',
    cancel: no.again,
  },
  'past due': {
    ...active,
    free: no.owes,
    more: no.owes,
    less: no.owes,
    'resume with more': no.owes,
  },
  'past due, cancelled': {
    start: no.there,
    free: no.owes,
    more: no.back,
    less: no.back,
    same: no.back,
    resume: 'STAY',
    'resume with more': no.owes,
    cancel: no.again,
    extend: no.trial,
  },
  'cancelled, over': over,
  'unpaid, over': owing,
  ended: over,
  enterprise: Object.fromEntries(Object.keys(wishes).map((name) => [name, no.agreed])),
}

describe('A decision in state', () => {
  test.each(Object.entries(states))('%s', (name, row) => {
    const found = Object.entries(wishes).map(([wish, asked]) => [
      wish,
      brief(decideSubscriptionRequest(row, asked, 5, now)),
    ])
    expect(Object.fromEntries(found)).toEqual(table[name])
  })

  test('A request for fewer seats than are in use is refused', () => {
    const refused = (row: SubscriptionState, wish: SubscriptionRequest) =>
      decideSubscriptionRequest(row, wish, 9, now)
    const conflict = {
      refuse: 'conflict',
      reason: { code: 'seats_in_use', values: { count: 9 } },
    }
    expect(refused(trial, wishes.start as SubscriptionRequest)).toEqual(conflict)
    expect(refused(paid, wishes.less as SubscriptionRequest)).toEqual(conflict)
    expect(refused(paid, { kind: 'CHANGE', seats: 9 })).toMatchObject({ kind: 'NEXT' })
  })

  test('An upgrade applies now, a downgrade with the next period', () => {
    const kind = (wish: Omit<Extract<SubscriptionRequest, { kind: 'CHANGE' }>, 'kind'>, row = paid) =>
      brief(decideSubscriptionRequest(row, { kind: 'CHANGE', ...wish }, 1, now))
    expect(kind({ slug: 'business' })).toBe('NOW')
    expect(kind({ slug: 'business', seats: 6 })).toBe('NOW')
    expect(kind({ slug: 'business', seats: 5 })).toBe('NEXT')
    expect(kind({ interval: 'YEAR' })).toBe('NOW')
    expect(kind({ interval: 'YEAR', seats: 9 })).toBe('NEXT')
    const yearly: SubscriptionState = { ...paid, interval: 'YEAR' }
    expect(kind({ interval: 'MONTH' }, yearly)).toBe('NEXT')
    expect(kind({ interval: 'MONTH', seats: 100 }, yearly)).toBe('NEXT')
    expect(kind({ slug: 'team' }, { ...paid, slug: 'business' })).toBe('NEXT')
  })
})

test('A scheduled reduction of seats limits invitations at once', () => {
  expect(computeSeatLimit(paid, 5)).toBe(10)
  expect(computeSeatLimit(states['active, less to come'] as SubscriptionState, 5)).toBe(8)
  expect(computeSeatLimit({ ...paid, next: { slug: 'team', interval: 'MONTH', seats: 12 } }, 5)).toBe(10)
  expect(computeSeatLimit(states.free as SubscriptionState, 5)).toBe(5)
  expect(computeSeatLimit(trial, 5)).toBeNull()
})
