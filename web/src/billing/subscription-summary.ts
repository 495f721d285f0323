import { GRACE_DAYS } from '@plumbline/contract/billing/plans'
import type { Subscription } from '@plumbline/contract/billing/subscription'
import { longDate } from '../users/dates.ts'
import type { BillingText } from './text.ts'
import { isPaid } from './use-subscription.ts'

const DAY_MS = 24 * 3600_000
/** The banner announces the end of a trial in its last days. */
const WARNING_DAYS = 5

export interface SubscriptionSummary {
  tone: 'success' | 'info' | 'warning' | 'danger'
  /** the status in a few words: `Trial until Jun 3, 2027` */
  label: string
  /** the consequence and the next step; empty when there is neither */
  hint: string
}

const computePastDueStart = (blocks_at: string) =>
  longDate(new Date(Date.parse(blocks_at) - GRACE_DAYS * DAY_MS).toISOString())

/** Describes the status of a subscription in words. */
export function describeSubscription(
  subscription: Subscription,
  text: BillingText,
  now = Date.now(),
): SubscriptionSummary {
  const { status, slug, trial_ends_at, period_end, cancels_at, blocks_at } = subscription
  const blocked = blocks_at !== null && Date.parse(blocks_at) <= now
  const grace = blocks_at === null ? '' : text.grace(longDate(blocks_at), blocked)
  if (status === 'EXPIRED' || (status === 'CANCELLED' && cancels_at === null))
    return { tone: 'danger', label: text.ended(blocks_at && computePastDueStart(blocks_at)), hint: grace }
  if (status === 'PAST_DUE')
    return { tone: 'danger', label: text.pastDue(blocks_at && computePastDueStart(blocks_at)), hint: grace }
  if (status === 'TRIALING')
    return {
      tone: 'info',
      label: text.trialUntil(trial_ends_at && longDate(trial_ends_at)),
      hint: text.trialHint,
    }
  if (cancels_at) return { tone: 'warning', label: text.endsOn(longDate(cancels_at)), hint: text.endsHint }
  const renews = isPaid(slug) && period_end ? text.renewsOn(longDate(period_end)) : ''
  return { tone: 'success', label: text.active, hint: renews }
}

/** The reason why a running plan cannot be changed now; false when it can. */
export function explainUnchangeable({ status, cancels_at }: Subscription, text: BillingText): string | false {
  if (cancels_at !== null) return text.endsAlready
  return status === 'PAST_DUE' && text.payFirst
}

/** True when the banner informs the owner and administrators on every page. */
export function needsSubscriptionBanner(subscription: Subscription, now = Date.now()): boolean {
  const { provider, status, trial_ends_at, confirm } = subscription
  if (provider === 'none') return false
  if (confirm) return true
  if (status === 'TRIALING' && trial_ends_at) return Date.parse(trial_ends_at) - now <= WARNING_DAYS * DAY_MS
  return status === 'PAST_DUE' || status === 'EXPIRED'
}
