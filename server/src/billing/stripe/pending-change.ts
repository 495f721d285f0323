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
 * An upgrade may wait for its payment while the bank asks for 3-D Secure. Nothing changes until it is paid. The upgrade
 * replaces a scheduled downgrade, whose schedule must be removed first, or a cancellation, which stays until the payment.
 * Both are recorded in the subscription's metadata and restored if the payment fails.
 */

const CANCELLATION = 'cancellation'

/** Metadata recorded before an upgrade is requested. */
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

/** True while a replaced downgrade could still be restored before the next period starts. */
function canStillReplace(subscription: Stripe.Subscription, { now }: BillingAccount): boolean {
  const { replaces } = subscription.metadata
  if (!replaces || replaces === CANCELLATION) return true
  return getSubscriptionItem(subscription).current_period_end * 1000 - now.getTime() > ABANDON_BEFORE_MS
}

/** True while the payment may still succeed; voids the invoice of a failed or expired upgrade. */
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

/** Finishes an upgrade once its payment succeeded or failed. */
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

/** Withdraws a pending upgrade in favour of another change. */
export async function withdrawPendingChange(
  connection: StripeConnection,
  subscription: Stripe.Subscription,
): Promise<void> {
  if (subscription.pending_update) await voidOpenInvoice(connection, getLatestInvoice(subscription))
  if (subscription.metadata.from)
    await connection.api.subscriptions.update(subscription.id, { metadata: clearedNote })
}
