import type { PaymentMethod, Subscription } from '@plumbline/contract/billing/billing'
import type { Currency } from '@plumbline/contract/billing/plans'
import type { Sentence } from '@plumbline/contract/sentences'
import type Stripe from 'stripe'
import type { Facts } from '../provider.ts'
import { type Connection, declineSentence, hasCode, idOf, instant, instantOrNull } from './client.ts'
import { intentsOf, invoiceFact, sumsOf } from './invoice-shape.ts'
import { isLive, itemOf, nextTerms, termsOf } from './subscription.ts'

/** All that Stripe has about a company, fetched as it is now, in the shape of our tables. */

/** Stripe's lists go by 100; a company has an invoice a month, and one for each change. */
const MOST = 1000

interface Whole {
  customer: Stripe.Customer | Stripe.DeletedCustomer
  methods: Stripe.PaymentMethod[]
  subscriptions: Stripe.Subscription[]
  invoices: Stripe.Invoice[]
  intents: Stripe.PaymentIntent[]
}

async function fetchAll({ api }: Connection, customer: string): Promise<Whole> {
  const all = { customer, limit: 100 }
  const [found, methods, subscriptions, invoices, intents] = await Promise.all([
    api.customers.retrieve(customer),
    api.customers.listPaymentMethods(customer, { limit: 100 }).autoPagingToArray({ limit: MOST }),
    api.subscriptions
      .list({ ...all, status: 'all', expand: ['data.discounts', 'data.schedule'] })
      .autoPagingToArray({ limit: MOST }),
    api.invoices.list({ ...all, expand: ['data.payments'] }).autoPagingToArray({ limit: MOST }),
    api.paymentIntents
      .list({ ...all, expand: ['data.latest_charge', 'data.payment_method'] })
      .autoPagingToArray({ limit: MOST }),
  ])
  return { customer: found, methods, subscriptions, invoices, intents }
}

const named = (brand: string) =>
  brand
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

function methodFact(method: Stripe.PaymentMethod): Omit<PaymentMethod, 'is_default'> | null {
  const { id, card, sepa_debit } = method
  if (card)
    return {
      ...{ payment_method_id: id, kind: 'CARD', brand: named(card.brand), last4: card.last4 },
      expires: `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`,
    }
  if (sepa_debit)
    return {
      ...{ payment_method_id: id, kind: 'SEPA_DEBIT', brand: 'SEPA', last4: sepa_debit.last4 },
      expires: null,
    }
  return null
}

/** With none chosen, the newest is paid with. */
function methodFacts({ customer, methods }: Whole): PaymentMethod[] {
  const facts = methods.flatMap((method) => methodFact(method) ?? [])
  const chosen = customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method)
  const isThere = facts.some(({ payment_method_id }) => payment_method_id === chosen)
  const paidWith = isThere ? chosen : facts[0]?.payment_method_id
  return facts.map((fact) => ({ ...fact, is_default: fact.payment_method_id === paidWith }))
}

const chargeOf = ({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof latest_charge === 'object' ? latest_charge : null

/** Not tried yet, or taken back before it was: no payment. */
function stateOf(intent: Stripe.PaymentIntent): Facts['payments'][number]['state'] | null {
  if (intent.status === 'succeeded') return chargeOf(intent)?.refunded ? 'REFUNDED' : 'PAID'
  if (intent.status === 'processing' || intent.status === 'requires_action') return 'PENDING'
  return intent.last_payment_error ? 'FAILED' : null
}

function paymentFact(intent: Stripe.PaymentIntent, invoice: string | null): Facts['payments'] {
  const state = stateOf(intent)
  if (!state) return []
  const error = intent.last_payment_error
  const method = error?.payment_method ?? intent.payment_method
  const fact = method && typeof method === 'object' ? methodFact(method) : null
  return [
    {
      provider_id: intent.id,
      invoice,
      at: instant(chargeOf(intent)?.created ?? intent.created),
      amount: intent.amount,
      currency: intent.currency.toUpperCase() as Currency,
      state,
      method: fact ? `${fact.brand} •••• ${fact.last4 ?? ''}` : ('Card' satisfies Sentence),
      problem: state === 'FAILED' ? declineSentence(error?.code, error?.decline_code) : null,
    },
  ]
}

/** A payment of an open invoice that the person's bank wants them to confirm. */
function confirmOf({ invoices, intents }: Whole, publishable_key: string): Subscription['confirm'] {
  const open = new Set(invoices.filter(({ status }) => status === 'open').flatMap(intentsOf))
  const waiting = intents.find(({ id, status }) => status === 'requires_action' && open.has(id))
  return waiting?.client_secret ? { client_secret: waiting.client_secret, publishable_key } : null
}

const subscriptionOf = ({ parent }: Stripe.Invoice) => idOf(parent?.subscription_details?.subscription)

/** Since when an invoice of a period is not paid; a change that is not paid for does not take effect instead. */
function unpaidSince(subscription: Stripe.Subscription, invoices: Stripe.Invoice[]): string | null {
  if (!['past_due', 'unpaid'].includes(subscription.status)) return null
  const due = invoices
    .filter((invoice) => invoice.status === 'open' && subscriptionOf(invoice) === subscription.id)
    .map(({ status_transitions, created }) => status_transitions.finalized_at ?? created)
  return instant(due.length > 0 ? Math.min(...due) : itemOf(subscription).current_period_start)
}

async function subscriptionFact(
  { catalogue }: Connection,
  subscription: Stripe.Subscription,
  invoices: Stripe.Invoice[],
): Promise<NonNullable<Facts['subscription']>> {
  const { current_period_start, current_period_end } = itemOf(subscription)
  return {
    subscription_id: subscription.id,
    terms: await termsOf(subscription, catalogue),
    period_start: instant(current_period_start),
    period_end: instant(current_period_end),
    cancels_at: instantOrNull(subscription.cancel_at),
    next: await nextTerms(subscription, catalogue),
    past_due_since: unpaidSince(subscription, invoices),
  }
}

async function upcomingFact(
  { api, catalogue }: Connection,
  subscription: Stripe.Subscription,
): Promise<Facts['upcoming']> {
  if (subscription.cancel_at !== null) return null
  try {
    const preview = await api.invoices.createPreview({ subscription: subscription.id })
    const sums = await sumsOf(preview, catalogue)
    const due_at = instant(itemOf(subscription).current_period_end)
    return { ...sums, number: null, state: 'OPEN', issued_at: null, due_at, paid_at: null }
  } catch (error) {
    if (hasCode(error, 'invoice_upcoming_none')) return null
    throw error
  }
}

const newestFirst = (a: { created: number }, b: { created: number }) => b.created - a.created

export async function gatherFacts(connection: Connection, customer_id: string): Promise<Facts> {
  const all = await fetchAll(connection, customer_id)
  const [current, second] = all.subscriptions.filter(isLive).sort(newestFirst)
  if (second) connection.log.error({ customer: customer_id }, 'a company has two subscriptions at Stripe')
  const invoiceOf = new Map(
    all.invoices.flatMap((invoice) => intentsOf(invoice).map((id) => [id, invoice.id])),
  )
  const invoices = await Promise.all(
    all.invoices.map((invoice) => invoiceFact(invoice, connection.catalogue)),
  )
  const ended = all.subscriptions.flatMap(({ status, ended_at }) => (status === 'canceled' && ended_at) || [])
  return {
    customer_id,
    subscription: current ? await subscriptionFact(connection, current, all.invoices) : null,
    ended_at: ended.length > 0 ? instant(Math.max(...ended)) : null,
    confirm: confirmOf(all, connection.publishableKey),
    methods: methodFacts(all),
    invoices: invoices.filter((invoice) => invoice !== null),
    payments: all.intents.flatMap((intent) => paymentFact(intent, invoiceOf.get(intent.id) ?? null)),
    upcoming: current ? await upcomingFact(connection, current) : null,
  }
}
