import type { Subscription } from '@plumbline/contract/billing/subscription'
import { expect, test } from 'vitest'
import { longDate } from '../users/dates.ts'
import { describeSubscription, explainUnchangeable, needsSubscriptionBanner } from './subscription-summary.ts'
import { englishBillingText } from './text.ts'

const NOW = Date.parse('2027-03-10T12:00:00Z')
const inDays = (days: number) => new Date(NOW + days * 24 * 3600_000).toISOString()

/** formatted in the time zone of the test run, as the code under test does */
const day = (days: number) => longDate(inDays(days))

const active: Subscription = {
  provider: 'builtin',
  slug: 'team',
  status: 'ACTIVE',
  currency: 'EUR',
  interval: 'MONTH',
  seats: 5,
  seats_used: 2,
  trial_ends_at: null,
  may_extend: false,
  period_start: inDays(-10),
  period_end: inDays(20),
  cancels_at: null,
  next: null,
  blocks_at: null,
  confirm: null,
  code: null,
}
const label = (changes: Partial<Subscription>) =>
  describeSubscription({ ...active, ...changes }, englishBillingText, NOW).label
const hint = (changes: Partial<Subscription>) =>
  describeSubscription({ ...active, ...changes }, englishBillingText, NOW).hint
const spokenOf = (changes: Partial<Subscription>) => needsSubscriptionBanner({ ...active, ...changes }, NOW)

test('The summary of each subscription status names its date', () => {
  expect(label({})).toBe('Active')
  expect(hint({})).toBe(`Renews on ${day(20)}.`)
  expect(label({ status: 'TRIALING', trial_ends_at: inDays(9) })).toBe(`Trial until ${day(9)}`)
  expect(label({ status: 'CANCELLED', cancels_at: inDays(20) })).toBe(`Ends on ${day(20)}`)
  expect(label({ status: 'PAST_DUE', blocks_at: inDays(5) })).toBe(`Past due since ${day(-2)}`)
  expect(label({ status: 'EXPIRED', blocks_at: inDays(7) })).toBe(`Ended on ${day(0)}`)
  expect(hint({ slug: 'free', period_end: null })).toBe('')
})

test('A subscription that is past due or expired states when it becomes read-only', () => {
  expect(hint({ status: 'PAST_DUE', blocks_at: inDays(5) })).toContain(`Everything works until ${day(5)}.`)
  expect(hint({ status: 'EXPIRED', blocks_at: inDays(-2) })).toContain(
    `Since ${day(-2)} you can read and export everything`,
  )
})

test('The banner appears in the last five days of a trial and while a payment is due', () => {
  expect(spokenOf({})).toBe(false)
  expect(spokenOf({ status: 'TRIALING', trial_ends_at: inDays(6) })).toBe(false)
  expect(spokenOf({ status: 'TRIALING', trial_ends_at: inDays(5) })).toBe(true)
  expect(spokenOf({ status: 'PAST_DUE', blocks_at: inDays(7) })).toBe(true)
  expect(spokenOf({ status: 'EXPIRED', blocks_at: inDays(-7) })).toBe(true)
  expect(spokenOf({ confirm: { client_secret: 'a', publishable_key: 'b' } })).toBe(true)
  expect(spokenOf({ provider: 'none', slug: 'self_hosted' })).toBe(false)
})

test('A cancelled or unpaid plan cannot be changed until it is resumed or paid', () => {
  expect(explainUnchangeable(active, englishBillingText)).toBe(false)
  expect(explainUnchangeable({ ...active, cancels_at: inDays(20) }, englishBillingText)).toBe(
    englishBillingText.endsAlready,
  )
  expect(explainUnchangeable({ ...active, status: 'PAST_DUE' }, englishBillingText)).toBe(
    englishBillingText.payFirst,
  )
})
