import { reason } from '@plumbline/contract/reasons'
import Stripe from 'stripe'
import { Refusal } from '../../http/refusal.ts'
import type { BillingAccount, SubscriptionChange, SubscriptionTerms } from '../provider.ts'
import { getUnixSeconds, type StripeConnection } from './client.ts'
import { chooseDefaultMethod, updateStripeCustomer } from './customer.ts'
import { releaseNextPeriod, scheduleNextPeriod } from './next-period.ts'
import { buildDeclineRefusal, findPaymentIntent, isPaymentUnderWay, voidOpenInvoice } from './payment.ts'
import { buildPendingNote, concludePendingChange, withdrawPendingChange } from './pending-change.ts'
import {
  buildSubscriptionParts,
  choosePriceId,
  fetchLiveSubscription,
  fetchSubscription,
  getLatestInvoice,
  getSubscriptionItem,
  hasSameTerms,
  isLiveSubscription,
  readTerms,
} from './subscription.ts'

/**
 * Carries out subscription changes at Stripe. Every call has an idempotency key derived from the change, so a retry finds
 * the result of the first attempt. Decisions use Stripe's current state, never a replayed response.
 */

/**
 * Start of the proration as Unix time: the current full hour, so that an estimate is charged unchanged some minutes later
 * and a retry sends the same parameters.
 */
export const computeProrationDate = ({ now, period_start }: BillingAccount): number =>
  Math.max(Math.floor(getUnixSeconds(now) / 3600) * 3600, getUnixSeconds(new Date(period_start ?? 0)))

/** Flexible billing prorates the amounts that were paid and itemizes discounts. */
export const billing_mode = {
  type: 'flexible',
  flexible: { proration_discounts: 'itemized' },
} satisfies Stripe.SubscriptionCreateParams.BillingMode

/** Cancels unpaid subscriptions, so that no company has two; returns the subscription that this change created. */
async function cancelUnpaidSubscriptions({ api }: StripeConnection, customer: string, key: string) {
  const { data } = await api.subscriptions.list({ customer, status: 'all', limit: 100 })
  const own = data.find(({ metadata }) => metadata.order === key)
  for (const other of data) {
    if (other === own) continue
    if (isLiveSubscription(other)) throw new Refusal('wrong_state')
    if (other.status === 'incomplete') await api.subscriptions.cancel(other.id)
  }
  return own ?? null
}

/** Pays the first invoice with the chosen method; false if the card was declined. */
async function payFirstInvoice(
  connection: StripeConnection,
  invoice: Stripe.Invoice | null,
  method: string,
  key: string,
) {
  const intent = await findPaymentIntent(connection, invoice)
  if (!intent || isPaymentUnderWay(intent)) return true
  try {
    const paid = await connection.api.paymentIntents.confirm(
      intent.id,
      { payment_method: method, use_stripe_sdk: true },
      { idempotencyKey: `${key}:confirm` },
    )
    return isPaymentUnderWay(paid)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    return false
  }
}

async function createStripeSubscription(
  connection: StripeConnection,
  account: BillingAccount,
  terms: SubscriptionTerms,
  customer: string,
  key: string,
) {
  const { price, discounts, default_tax_rates } = await buildSubscriptionParts(connection, account, terms)
  return connection.api.subscriptions.create(
    {
      customer,
      billing_mode,
      discounts,
      default_tax_rates,
      items: [{ price, quantity: terms.seats }],
      payment_behavior: 'default_incomplete',
      payment_settings: { payment_method_types: ['card'] },
      metadata: { team_id: account.team_id, order: key },
    },
    { idempotencyKey: `${key}:start` },
  )
}

async function startStripeSubscription(
  connection: StripeConnection,
  account: BillingAccount,
  terms: SubscriptionTerms,
  key: string,
): Promise<string> {
  const { api, computeTax: taxOf } = connection
  const customer = await updateStripeCustomer(api, account, taxOf(account.info).reverse_charge)
  const method = await chooseDefaultMethod(api, customer)
  if (!method && terms.discount_percent < 100)
    throw new Refusal('payment_declined', reason('no_payment_method'))
  const own = await cancelUnpaidSubscriptions(connection, customer, key)
  const { id } = own ?? (await createStripeSubscription(connection, account, terms, customer, key))
  const subscription = await fetchSubscription(connection, id)
  if (isLiveSubscription(subscription)) return customer
  const invoice = getLatestInvoice(subscription)
  const isOpen = subscription.status === 'incomplete'
  if (isOpen && method && (await payFirstInvoice(connection, invoice, method, key))) return customer
  const intent = await findPaymentIntent(connection, invoice)
  await voidOpenInvoice(connection, invoice)
  if ((await api.subscriptions.retrieve(id)).status === 'incomplete') await api.subscriptions.cancel(id)
  throw buildDeclineRefusal(intent)
}

/** Requests an upgrade, which takes effect once its invoice is paid. */
async function updateSeats(
  connection: StripeConnection,
  account: BillingAccount,
  before: Stripe.Subscription,
  terms: SubscriptionTerms,
  key: string,
) {
  const price = await choosePriceId(connection, before, terms)
  await connection.api.subscriptions.update(
    before.id,
    {
      items: [{ id: getSubscriptionItem(before).id, price, quantity: terms.seats }],
      proration_behavior: 'always_invoice',
      proration_date: computeProrationDate(account),
      payment_behavior: 'pending_if_incomplete',
    },
    { idempotencyKey: `${key}:now` },
  )
}

/** Applies an upgrade at once if its payment succeeds; a declined payment changes nothing. */
async function changeNow(
  connection: StripeConnection,
  account: BillingAccount,
  terms: SubscriptionTerms,
  key: string,
) {
  const { api, catalogue } = connection
  const before = await fetchLiveSubscription(connection, account)
  const isRepeated = before.metadata.order === key
  if (!hasSameTerms(await readTerms(before, catalogue), terms)) {
    if (!isRepeated) {
      // replace an earlier upgrade that was never confirmed
      if (before.pending_update) await voidOpenInvoice(connection, getLatestInvoice(before))
      await api.subscriptions.update(before.id, { metadata: await buildPendingNote(connection, before, key) })
    }
    await releaseNextPeriod(connection, before)
    if (!isRepeated || !before.pending_update) await updateSeats(connection, account, before, terms, key)
  }
  const after = await fetchSubscription(connection, before.id)
  const intent = after.pending_update ? await findPaymentIntent(connection, getLatestInvoice(after)) : null
  if ((await concludePendingChange(connection, account, before.id)) === 'FAILED')
    throw buildDeclineRefusal(intent)
}

/** Schedules a downgrade for the next period, replacing one scheduled before. */
async function changeWithNextPeriod(
  connection: StripeConnection,
  account: BillingAccount,
  terms: SubscriptionTerms,
  key: string,
) {
  await withdrawPendingChange(connection, await fetchLiveSubscription(connection, account))
  await scheduleNextPeriod(connection, account, terms, key)
}

/** Sets or undoes the cancellation at the period end, and removes a scheduled downgrade. */
async function setCancellation(
  connection: StripeConnection,
  account: BillingAccount,
  cancel: boolean,
): Promise<void> {
  const subscription = await fetchLiveSubscription(connection, account)
  await withdrawPendingChange(connection, subscription)
  await releaseNextPeriod(connection, subscription)
  if (subscription.cancel_at_period_end !== cancel)
    await connection.api.subscriptions.update(subscription.id, { cancel_at_period_end: cancel })
}

/** Carries out a change, or refuses without changing anything; returns the customer to fetch from Stripe. */
export async function carryOutStripeChange(
  connection: StripeConnection,
  account: BillingAccount,
  change: SubscriptionChange,
  key: string,
): Promise<string> {
  if (change.kind === 'START') return startStripeSubscription(connection, account, change.terms, key)
  if (!account.customer_id) throw new Refusal('wrong_state')
  if (change.kind === 'NOW') await changeNow(connection, account, change.terms, key)
  else if (change.kind === 'NEXT') await changeWithNextPeriod(connection, account, change.terms, key)
  else await setCancellation(connection, account, change.kind === 'CANCEL')
  return account.customer_id
}
