import { CARD_NAME, type PaymentMethod } from '@plumbline/contract/billing/billing'
import type { Currency } from '@plumbline/contract/billing/plans'
import type { Subscription } from '@plumbline/contract/billing/subscription'
import type Stripe from 'stripe'
import type { ProviderState } from '../provider.ts'
import {
  formatOptionalInstant,
  formatStripeInstant,
  getDeclineCode,
  getStripeId,
  hasStripeCode,
  type StripeConnection,
} from './client.ts'
import { convertInvoice, convertInvoiceSums, listPaymentIntentIds } from './convert-invoice.ts'
import { getSubscriptionItem, isLiveSubscription, readNextTerms, readTerms } from './subscription.ts'

/** Fetches the current state of a company at Stripe and converts it to the shape of our tables. */

/** Items fetched per list: a company has one invoice a month and one per upgrade. */
const MAX_ITEMS = 1000

interface StripeState {
  customer: Stripe.Customer | Stripe.DeletedCustomer
  methods: Stripe.PaymentMethod[]
  subscriptions: Stripe.Subscription[]
  invoices: Stripe.Invoice[]
  intents: Stripe.PaymentIntent[]
}

async function fetchAll({ api }: StripeConnection, customer: string): Promise<StripeState> {
  const all = { customer, limit: 100 }
  const [found, methods, subscriptions, invoices, intents] = await Promise.all([
    api.customers.retrieve(customer),
    api.customers.listPaymentMethods(customer, { limit: 100 }).autoPagingToArray({ limit: MAX_ITEMS }),
    api.subscriptions
      .list({ ...all, status: 'all', expand: ['data.discounts', 'data.schedule'] })
      .autoPagingToArray({ limit: MAX_ITEMS }),
    api.invoices.list({ ...all, expand: ['data.payments'] }).autoPagingToArray({ limit: MAX_ITEMS }),
    api.paymentIntents
      .list({ ...all, expand: ['data.latest_charge', 'data.payment_method'] })
      .autoPagingToArray({ limit: MAX_ITEMS }),
  ])
  return { customer: found, methods, subscriptions, invoices, intents }
}

const formatBrand = (brand: string) =>
  brand
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

function convertMethod(method: Stripe.PaymentMethod): Omit<PaymentMethod, 'is_default'> | null {
  const { id, card, sepa_debit } = method
  if (card)
    return {
      payment_method_id: id,
      kind: 'CARD',
      brand: formatBrand(card.brand),
      last4: card.last4,
      expires: `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`,
    }
  if (sepa_debit)
    return {
      payment_method_id: id,
      kind: 'SEPA_DEBIT',
      brand: 'SEPA',
      last4: sepa_debit.last4,
      expires: null,
    }
  return null
}

/** Without a chosen default, the newest method counts as the default. */
function convertMethods({ customer, methods }: StripeState): PaymentMethod[] {
  const converted = methods.flatMap((method) => convertMethod(method) ?? [])
  const chosen = customer.deleted ? null : getStripeId(customer.invoice_settings.default_payment_method)
  const isThere = converted.some(({ payment_method_id }) => payment_method_id === chosen)
  const defaultId = isThere ? chosen : converted[0]?.payment_method_id
  return converted.map((one) => ({ ...one, is_default: one.payment_method_id === defaultId }))
}

const getCharge = ({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof latest_charge === 'object' ? latest_charge : null

/** null: never attempted, or cancelled before an attempt */
function convertPaymentState(
  intent: Stripe.PaymentIntent,
): ProviderState['payments'][number]['state'] | null {
  if (intent.status === 'succeeded') return getCharge(intent)?.refunded ? 'REFUNDED' : 'PAID'
  if (intent.status === 'processing' || intent.status === 'requires_action') return 'PENDING'
  return intent.last_payment_error ? 'FAILED' : null
}

function convertPayment(intent: Stripe.PaymentIntent, invoice: string | null): ProviderState['payments'] {
  const state = convertPaymentState(intent)
  if (!state) return []
  const error = intent.last_payment_error
  const method = error?.payment_method ?? intent.payment_method
  const converted = method && typeof method === 'object' ? convertMethod(method) : null
  return [
    {
      provider_id: intent.id,
      invoice,
      at: formatStripeInstant(getCharge(intent)?.created ?? intent.created),
      amount: intent.amount,
      currency: intent.currency.toUpperCase() as Currency,
      state,
      method: converted ? `${converted.brand} •••• ${converted.last4 ?? ''}` : CARD_NAME,
      problem_code: state === 'FAILED' ? getDeclineCode(error?.code, error?.decline_code) : null,
    },
  ]
}

/** The payment of an open invoice that waits for 3-D Secure; null without one. */
function findPaymentToConfirm(
  { invoices, intents }: StripeState,
  publishable_key: string,
): Subscription['confirm'] {
  const open = new Set(invoices.filter(({ status }) => status === 'open').flatMap(listPaymentIntentIds))
  const waiting = intents.find(({ id, status }) => status === 'requires_action' && open.has(id))
  return waiting?.client_secret ? { client_secret: waiting.client_secret, publishable_key } : null
}

const getSubscriptionId = ({ parent }: Stripe.Invoice) =>
  getStripeId(parent?.subscription_details?.subscription)

/** Since when the invoice of a period is unpaid. Unpaid upgrades do not count: they never take effect. */
function getUnpaidSince(subscription: Stripe.Subscription, invoices: Stripe.Invoice[]): string | null {
  if (!['past_due', 'unpaid'].includes(subscription.status)) return null
  const due = invoices
    .filter((invoice) => invoice.status === 'open' && getSubscriptionId(invoice) === subscription.id)
    .map(({ status_transitions, created }) => status_transitions.finalized_at ?? created)
  return formatStripeInstant(
    due.length > 0 ? Math.min(...due) : getSubscriptionItem(subscription).current_period_start,
  )
}

async function convertSubscription(
  { catalogue }: StripeConnection,
  subscription: Stripe.Subscription,
  invoices: Stripe.Invoice[],
): Promise<NonNullable<ProviderState['subscription']>> {
  const { current_period_start, current_period_end } = getSubscriptionItem(subscription)
  return {
    subscription_id: subscription.id,
    terms: await readTerms(subscription, catalogue),
    period_start: formatStripeInstant(current_period_start),
    period_end: formatStripeInstant(current_period_end),
    cancels_at: formatOptionalInstant(subscription.cancel_at),
    next: await readNextTerms(subscription, catalogue),
    past_due_since: getUnpaidSince(subscription, invoices),
  }
}

async function fetchUpcomingInvoice(
  { api, catalogue }: StripeConnection,
  subscription: Stripe.Subscription,
): Promise<ProviderState['upcoming']> {
  if (subscription.cancel_at !== null) return null
  try {
    const preview = await api.invoices.createPreview({ subscription: subscription.id })
    const sums = await convertInvoiceSums(preview, catalogue)
    const due_at = formatStripeInstant(getSubscriptionItem(subscription).current_period_end)
    return { ...sums, number: null, state: 'OPEN', issued_at: null, due_at, paid_at: null }
  } catch (error) {
    if (hasStripeCode(error, 'invoice_upcoming_none')) return null
    throw error
  }
}

const compareNewestFirst = (a: { created: number }, b: { created: number }) => b.created - a.created

export async function fetchProviderState(
  connection: StripeConnection,
  customer_id: string,
): Promise<ProviderState> {
  const all = await fetchAll(connection, customer_id)
  const [current, second] = all.subscriptions.filter(isLiveSubscription).sort(compareNewestFirst)
  if (second) connection.log.error({ customer: customer_id }, 'a company has two subscriptions at Stripe')
  const invoiceOf = new Map(
    all.invoices.flatMap((invoice) => listPaymentIntentIds(invoice).map((id) => [id, invoice.id])),
  )
  const invoices = await Promise.all(
    all.invoices.map((invoice) => convertInvoice(invoice, connection.catalogue)),
  )
  const ended = all.subscriptions.flatMap(({ status, ended_at }) => (status === 'canceled' && ended_at) || [])
  return {
    customer_id,
    subscription: current ? await convertSubscription(connection, current, all.invoices) : null,
    ended_at: ended.length > 0 ? formatStripeInstant(Math.max(...ended)) : null,
    confirm: findPaymentToConfirm(all, connection.publishableKey),
    methods: convertMethods(all),
    invoices: invoices.filter((invoice) => invoice !== null),
    payments: all.intents.flatMap((intent) => convertPayment(intent, invoiceOf.get(intent.id) ?? null)),
    upcoming: current ? await fetchUpcomingInvoice(connection, current) : null,
  }
}
