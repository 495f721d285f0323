import type Stripe from 'stripe'
import type { BillingAccount } from '../provider.ts'
import { ABANDON_BEFORE_MS } from '../rules.ts'
import type { StripeConnection } from './client.ts'
import { scheduleNextPeriod } from './next-period.ts'
import { findPaymentIntent, isPaymentUnderWay, voidOpenInvoice } from './payment.ts'
import {
  fetchSubscription,
  formatTerms,
  getActiveSchedule,
  getLatestInvoice,
  getSubscriptionItem,
  isLiveSubscription,
  readNextTerms,
  readTerms,
} from './subscription.ts'

/**
 * A change at once may wait for its payment, because the person's bank asks whether they mean it. Nothing has changed
 * until then: what it is to replace is noted in the subscription's metadata and put back when the payment fails. That
 * is what was to begin with the next period, whose schedule has to make way for such a change, or a cancellation, which
 * stands until the change is paid for.
 */

const CANCELLATION = 'cancellation'

/** What is noted of a change before it is ordered. */
export async function buildPendingNote(
  { catalogue }: StripeConnection,
  before: Stripe.Subscription,
  key: string,
) {
  const next = await readNextTerms(before, catalogue)
  return {
    order: key,
    from: formatTerms(await readTerms(before, catalogue)),
    replaces: before.cancel_at_period_end ? CANCELLATION : next ? formatTerms(next) : '',
  }
}

const clearedNote = { from: '', replaces: '' }

/** What is put back has to be there when the next period begins, so such a change waits no longer than this. */
function canStillReplace(subscription: Stripe.Subscription, { now }: BillingAccount): boolean {
  const { replaces } = subscription.metadata
  if (!replaces || replaces === CANCELLATION) return true
  return getSubscriptionItem(subscription).current_period_end * 1000 - now.getTime() > ABANDON_BEFORE_MS
}

/** Whether the payment may still come; a change whose payment failed, or whose time is up, is withdrawn. */
async function isAwaitingPayment(
  connection: StripeConnection,
  subscription: Stripe.Subscription,
  account: BillingAccount,
) {
  if (!subscription.pending_update) return false
  const invoice = getLatestInvoice(subscription)
  if (
    canStillReplace(subscription, account) &&
    isPaymentUnderWay(await findPaymentIntent(connection, invoice))
  )
    return true
  await voidOpenInvoice(connection, invoice)
  return false
}

/** Does what is left to do once it is known whether a change was paid for. */
export async function concludePendingChange(
  connection: StripeConnection,
  account: BillingAccount,
  id: string,
): Promise<'NONE' | 'WAITS' | 'PAID' | 'FAILED'> {
  const { api, catalogue } = connection
  const before = await fetchSubscription(connection, id)
  if (!isLiveSubscription(before) || !before.metadata.from) return 'NONE'
  if (await isAwaitingPayment(connection, before, account)) return 'WAITS'
  const subscription = await fetchSubscription(connection, id)
  const { from, order, replaces } = subscription.metadata
  const isPaid = formatTerms(await readTerms(subscription, catalogue)) !== from
  if (isPaid && replaces === CANCELLATION && subscription.cancel_at_period_end)
    await api.subscriptions.update(id, { cancel_at_period_end: false })
  const next = isPaid || getActiveSchedule(subscription) ? null : await readNextTerms(subscription, catalogue)
  if (next) await scheduleNextPeriod(connection, account, next, `${order}:back`)
  await api.subscriptions.update(id, { metadata: clearedNote })
  return isPaid ? 'PAID' : 'FAILED'
}

/** What waits makes way for another order. */
export async function withdrawPendingChange(
  connection: StripeConnection,
  subscription: Stripe.Subscription,
): Promise<void> {
  if (subscription.pending_update) await voidOpenInvoice(connection, getLatestInvoice(subscription))
  if (subscription.metadata.from)
    await connection.api.subscriptions.update(subscription.id, { metadata: clearedNote })
}
