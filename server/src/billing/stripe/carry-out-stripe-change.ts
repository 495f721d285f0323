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
 * Carries out orders at Stripe. Each call there has a key of the order's own, so a repeated order finds what its first
 * try did; and each decision is taken by what Stripe has now, not by what a repeated answer says it had then.
 */

/**
 * What a change within a period is counted from: the hour that has begun. So what was estimated is what is charged some
 * minutes later, and a repeated order asks the same.
 */
export const computeProrationDate = ({ now, period_start }: BillingAccount): number =>
  Math.max(Math.floor(getUnixSeconds(now) / 3600) * 3600, getUnixSeconds(new Date(period_start ?? 0)))

/** Prorations of what was paid, and a discount as a line of its own. */
export const billing_mode = {
  type: 'flexible',
  flexible: { proration_discounts: 'itemized' },
} satisfies Stripe.SubscriptionCreateParams.BillingMode

/** Ends what began but was not paid, so that no company ever has two; what this order itself began is answered. */
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

/** Pays the first invoice with the chosen method; whether it is paid or on its way. */
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
      ...{ customer, billing_mode, discounts, default_tax_rates },
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
    throw new Refusal('payment_declined', { message: 'Add a payment method first.' })
  const own = await cancelUnpaidSubscriptions(connection, customer, key)
  const { id } = own ?? (await createStripeSubscription(connection, account, terms, customer, key))
  const subscription = await fetchSubscription(connection, id)
  if (isLiveSubscription(subscription)) return customer
  const invoice = getLatestInvoice(subscription)
  const isOpen = subscription.status === 'incomplete'
  if (isOpen && method && (await payFirstInvoice(connection, invoice, method, key))) return customer
  const why = await findPaymentIntent(connection, invoice)
  await voidOpenInvoice(connection, invoice)
  if ((await api.subscriptions.retrieve(id)).status === 'incomplete') await api.subscriptions.cancel(id)
  throw buildDeclineRefusal(why)
}

/** Orders the change; it takes effect if its invoice is paid. */
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

/** At once if it is paid for: what is not paid for changes nothing. */
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
      // an earlier change that nobody confirmed makes way
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

/** With the next period, in the place of what was to begin then. */
async function changeWithNextPeriod(
  connection: StripeConnection,
  account: BillingAccount,
  terms: SubscriptionTerms,
  key: string,
) {
  await withdrawPendingChange(connection, await fetchLiveSubscription(connection, account))
  await scheduleNextPeriod(connection, account, terms, key)
}

/** As it is, to the end of the period or beyond it; nothing less begins then. */
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

/** Does what was ordered, or refuses and has changed nothing; answers whose facts are to be fetched then. */
export async function carryOutStripeChange(
  connection: StripeConnection,
  account: BillingAccount,
  order: SubscriptionChange,
  key: string,
): Promise<string> {
  if (order.kind === 'START') return startStripeSubscription(connection, account, order.terms, key)
  if (!account.customer_id) throw new Refusal('wrong_state')
  if (order.kind === 'NOW') await changeNow(connection, account, order.terms, key)
  else if (order.kind === 'NEXT') await changeWithNextPeriod(connection, account, order.terms, key)
  else await setCancellation(connection, account, order.kind === 'CANCEL')
  return account.customer_id
}
