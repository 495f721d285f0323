import Stripe from 'stripe'
import { Refusal } from '../../http/refusal.ts'
import type { Account, Order, Terms } from '../provider.ts'
import { type Connection, seconds } from './client.ts'
import { demandMethod, saveCustomer } from './customer.ts'
import { changeNext, release } from './next-period.ts'
import { declinedBy, hasBegun, intentFor, withdraw } from './payment.ts'
import {
  isLive,
  itemOf,
  latestInvoice,
  partsOf,
  present,
  priceFor,
  sameTerms,
  termsOf,
  whole,
} from './subscription.ts'
import { conclude, makeWay, noteOf } from './waiting.ts'

/**
 * Carries out orders at Stripe. Each call there has a key of the order's own, so a repeated order finds what its first
 * try did; and each decision is taken by what Stripe has now, not by what a repeated answer says it had then.
 */

/**
 * What a change within a period is counted from: the hour that has begun. So what was estimated is what is charged some
 * minutes later, and a repeated order asks the same.
 */
export const prorationDate = ({ now, period_start }: Account): number =>
  Math.max(Math.floor(seconds(now) / 3600) * 3600, seconds(new Date(period_start ?? 0)))

/** Prorations of what was paid, and a discount as a line of its own. */
export const billing_mode = {
  type: 'flexible',
  flexible: { proration_discounts: 'itemized' },
} satisfies Stripe.SubscriptionCreateParams.BillingMode

/** Ends what began but was not paid, so that no company ever has two; what this order itself began is answered. */
async function begunBefore({ api }: Connection, customer: string, key: string) {
  const { data } = await api.subscriptions.list({ customer, status: 'all', limit: 100 })
  const own = data.find(({ metadata }) => metadata.order === key)
  for (const other of data) {
    if (other === own) continue
    if (isLive(other)) throw new Refusal('wrong_state')
    if (other.status === 'incomplete') await api.subscriptions.cancel(other.id)
  }
  return own ?? null
}

/** Pays the first invoice with the chosen method; whether it is paid or on its way. */
async function payFirst(connection: Connection, invoice: Stripe.Invoice | null, method: string, key: string) {
  const intent = await intentFor(connection, invoice)
  if (!intent || hasBegun(intent)) return true
  try {
    const paid = await connection.api.paymentIntents.confirm(
      intent.id,
      { payment_method: method, use_stripe_sdk: true },
      { idempotencyKey: `${key}:confirm` },
    )
    return hasBegun(paid)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    return false
  }
}

async function create(connection: Connection, account: Account, terms: Terms, customer: string, key: string) {
  const { price, discounts, default_tax_rates } = await partsOf(connection, account, terms)
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

async function start(connection: Connection, account: Account, terms: Terms, key: string): Promise<string> {
  const { api, taxOf } = connection
  const customer = await saveCustomer(api, account, taxOf(account.info).reverse_charge)
  const method = await demandMethod(api, customer)
  if (!method && terms.discount_percent < 100)
    throw new Refusal('payment_declined', { message: 'Add a payment method first.' })
  const own = await begunBefore(connection, customer, key)
  const { id } = own ?? (await create(connection, account, terms, customer, key))
  const subscription = await whole(connection, id)
  if (isLive(subscription)) return customer
  const invoice = latestInvoice(subscription)
  const isOpen = subscription.status === 'incomplete'
  if (isOpen && method && (await payFirst(connection, invoice, method, key))) return customer
  const why = await intentFor(connection, invoice)
  await withdraw(connection, invoice)
  if ((await api.subscriptions.retrieve(id)).status === 'incomplete') await api.subscriptions.cancel(id)
  throw declinedBy(why)
}

/** Orders the change; it takes effect if its invoice is paid. */
async function update(
  connection: Connection,
  account: Account,
  before: Stripe.Subscription,
  terms: Terms,
  key: string,
) {
  const price = await priceFor(connection, before, terms)
  await connection.api.subscriptions.update(
    before.id,
    {
      items: [{ id: itemOf(before).id, price, quantity: terms.seats }],
      proration_behavior: 'always_invoice',
      proration_date: prorationDate(account),
      payment_behavior: 'pending_if_incomplete',
    },
    { idempotencyKey: `${key}:now` },
  )
}

/** At once if it is paid for: what is not paid for changes nothing. */
async function changeNow(connection: Connection, account: Account, terms: Terms, key: string) {
  const { api, catalogue } = connection
  const before = await present(connection, account)
  const isRepeated = before.metadata.order === key
  if (!sameTerms(await termsOf(before, catalogue), terms)) {
    if (!isRepeated) {
      // an earlier change that nobody confirmed makes way
      if (before.pending_update) await withdraw(connection, latestInvoice(before))
      await api.subscriptions.update(before.id, { metadata: await noteOf(connection, before, key) })
    }
    await release(connection, before)
    if (!isRepeated || !before.pending_update) await update(connection, account, before, terms, key)
  }
  const after = await whole(connection, before.id)
  const intent = after.pending_update ? await intentFor(connection, latestInvoice(after)) : null
  if ((await conclude(connection, account, before.id)) === 'FAILED') throw declinedBy(intent)
}

/** With the next period, in the place of what was to begin then. */
async function changeLater(connection: Connection, account: Account, terms: Terms, key: string) {
  await makeWay(connection, await present(connection, account))
  await changeNext(connection, account, terms, key)
}

/** As it is, to the end of the period or beyond it; nothing less begins then. */
async function goOn(connection: Connection, account: Account, cancel: boolean): Promise<void> {
  const subscription = await present(connection, account)
  await makeWay(connection, subscription)
  await release(connection, subscription)
  if (subscription.cancel_at_period_end !== cancel)
    await connection.api.subscriptions.update(subscription.id, { cancel_at_period_end: cancel })
}

/** Does what was ordered, or refuses and has changed nothing; answers whose facts are to be fetched then. */
export async function carryOut(
  connection: Connection,
  account: Account,
  order: Order,
  key: string,
): Promise<string> {
  if (order.kind === 'START') return start(connection, account, order.terms, key)
  if (!account.customer_id) throw new Refusal('wrong_state')
  if (order.kind === 'NOW') await changeNow(connection, account, order.terms, key)
  else if (order.kind === 'NEXT') await changeLater(connection, account, order.terms, key)
  else await goOn(connection, account, order.kind === 'CANCEL')
  return account.customer_id
}
