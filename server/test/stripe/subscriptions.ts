import type Stripe from 'stripe'
import type * as z from 'zod'
import { type Books, type Debit, invalidRequest } from './books.ts'
import {
  attemptPayment,
  buildCharging,
  buildPeriodLine,
  buildProration,
  type ChargeTerms,
  type Charging,
  createDraft,
  finalizeInvoice,
  findIntent,
  voidInvoice,
} from './charging.ts'
import { itemObject, type LineAmounts, subscriptionObject } from './documents.ts'
import { customerObject, discountObject } from './objects.ts'
import type { previewParams, subscriptionChange, subscriptionParams } from './params.ts'

/** Subscriptions of the fake Stripe: creating, changing and cancelling them. */

const DAY = 24 * 3600
/** seconds that a first payment or a change may stay unpaid */
const PATIENCE = 23 * 3600

/** The same day `count` months later, clamped to the last day of the month. */
export function addStripeMonths(at: number, count: number): number {
  const from = new Date(at * 1000)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + count]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(from.getUTCDate(), last)
  return Math.floor(Date.UTC(year, month, day) / 1000) + (at % DAY)
}

/** The end of the billing period that begins at `start`, counted from the anchor. */
export function computePeriodEnd(anchor: number, start: number, price: Stripe.Price): number {
  const months = price.recurring?.interval === 'year' ? 12 : 1
  for (let count = months; ; count += months) {
    const end = addStripeMonths(anchor, count)
    if (end > start) return end
  }
}

export function getSubscriptionItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error('a subscription without items')
  return item
}

const rateOf = (books: Books, ids: string[] | '' | undefined): Stripe.TaxRate[] =>
  (ids || []).map((id) => books.get('tax_rate', id))

const defaultMethod = (books: Books, customer: string): string | null =>
  (books.get('customer', customer).invoice_settings.default_payment_method as string | null) ?? null

const debitOf = (line: LineAmounts, period_start: number): Debit => ({
  ...{ amount: line.amount, discount: line.discount, price: line.price, quantity: line.quantity },
  ...{ start: line.start, end: line.end, period_start },
})

export function setDiscount(books: Books, subscription: Stripe.Subscription, coupon: string | null) {
  const of = { customer: subscription.customer as string, subscription: subscription.id }
  subscription.discounts = coupon
    ? [books.make('di', (id) => discountObject(id, books.now, books.get('coupon', coupon).id, of)).id]
    : []
}

/** Builds a new subscription and the line of its first invoice, also for previews. */
function build(
  books: Books,
  id: string,
  params: Pick<z.output<typeof subscriptionParams>, 'items' | 'discounts' | 'default_tax_rates' | 'metadata'>,
  customer: string,
) {
  const [wanted] = params.items
  if (!wanted) throw invalidRequest('Missing required param: items.')
  const price = books.get('price', wanted.price)
  const quantity = wanted.quantity ?? 1
  const end = computePeriodEnd(books.now, books.now, price)
  const item = itemObject(`si_${id.slice(4)}`, books.now, {
    ...{ subscription: id, price, quantity, start: books.now, end },
  })
  const { currency } = price
  const subscription = subscriptionObject(id, books.now, {
    ...{ customer, currency, item, metadata: params.metadata ?? {} },
  })
  subscription.default_tax_rates = rateOf(books, params.default_tax_rates)
  setDiscount(books, subscription, params.discounts?.[0]?.coupon ?? null)
  const line = buildPeriodLine({ price, quantity }, books.now, end, buildCharging(books, subscription))
  return { subscription, line }
}

export function createSubscription(books: Books, params: z.output<typeof subscriptionParams>) {
  const customer = books.get('customer', params.customer)
  const { subscription, line } = build(books, books.newId('sub'), params, customer.id)
  books.keep(subscription)
  customer.currency = subscription.currency
  books.tell('customer.subscription.created', subscription)
  subscription.latest_invoice = finalizeInvoice(
    books,
    createDraft(books, subscription, [line], 'subscription_create'),
  ).id
  books.debits.set(subscription.id, debitOf(line, line.start))
  updateAfterInvoice(books, subscription)
  return subscription
}

export const getLatestInvoice = (books: Books, { latest_invoice }: Stripe.Subscription): Stripe.Invoice =>
  books.get('invoice', latest_invoice as string)

const openInvoices = (books: Books, { id }: Stripe.Subscription) =>
  books
    .all('invoice')
    .filter(({ status, parent }) => status === 'open' && parent?.subscription_details?.subscription === id)

/** Updates a subscription after its invoices change: it starts, or a change applies, once the invoice is paid. */
export function updateAfterInvoice(books: Books, subscription: Stripe.Subscription): void {
  const { status } = getLatestInvoice(books, subscription)
  const pending = books.pending.get(subscription.id)
  if (subscription.status === 'incomplete' && status === 'paid') subscription.status = 'active'
  if (subscription.status === 'incomplete' && status === 'void') {
    subscription.status = 'incomplete_expired'
    subscription.ended_at = books.now
  }
  if (subscription.status === 'past_due' && openInvoices(books, subscription).length === 0)
    subscription.status = 'active'
  if (pending && status === 'paid') apply(books, subscription, pending, pending.debit)
  if (pending && status !== 'open') {
    books.pending.delete(subscription.id)
    subscription.pending_update = null
  }
  books.tell('customer.subscription.updated', subscription)
}

function apply(
  books: Books,
  subscription: Stripe.Subscription,
  { price, quantity }: ChargeTerms,
  debit: Debit,
) {
  const item = getSubscriptionItem(subscription)
  const isNew = item.price.recurring?.interval !== price.recurring?.interval
  if (isNew) {
    subscription.billing_cycle_anchor = debit.start
    item.current_period_start = debit.start
    item.current_period_end = debit.end
  }
  item.price = price
  item.quantity = quantity
  books.debits.set(subscription.id, debit)
}

/** Proration lines of a change, and the resulting charges of the period. */
function changeLines(
  books: Books,
  subscription: Stripe.Subscription,
  terms: ChargeTerms,
  at: number,
): { lines: LineAmounts[]; debit: Debit } {
  const item = getSubscriptionItem(subscription)
  const debit = books.debits.get(subscription.id)
  if (!debit) throw new Error('nothing was charged')
  if (at < item.current_period_start || at > item.current_period_end)
    throw invalidRequest('The proration_date must be within the current period.', { param: 'proration_date' })
  const charging: Charging = buildCharging(books, subscription)
  // a further change within the hour is prorated from the same moment
  const [unused, begun] = buildProration(debit, terms, Math.max(at, debit.start), charging)
  const isNew = item.price.recurring?.interval !== terms.price.recurring?.interval
  const line = isNew
    ? buildPeriodLine(terms, books.now, computePeriodEnd(books.now, books.now, terms.price), charging)
    : begun
  if (!unused || !line) throw new Error('a proration has two lines')
  return { lines: [unused, line], debit: debitOf(line, isNew ? line.start : debit.period_start) }
}

type Change = z.output<typeof subscriptionChange>

/** Updates metadata; an empty value removes its key. */
function noteDown(subscription: Stripe.Subscription, metadata: Record<string, string> = {}) {
  const all = { ...subscription.metadata, ...metadata }
  subscription.metadata = Object.fromEntries(Object.entries(all).filter(([, note]) => note !== ''))
}

function changeItems(books: Books, subscription: Stripe.Subscription, params: Change) {
  const [wanted] = params.items ?? []
  if (!wanted) return
  if (wanted.id !== getSubscriptionItem(subscription).id)
    throw invalidRequest('No such subscription item', { param: 'items' })
  if (params.proration_behavior !== 'always_invoice' || !params.payment_behavior)
    throw invalidRequest('Only changes that are paid for at once are played here')
  if (books.pending.has(subscription.id)) {
    voidInvoice(books, getLatestInvoice(books, subscription))
    updateAfterInvoice(books, subscription)
  }
  const price = books.get('price', wanted.price)
  const quantity = wanted.quantity ?? getSubscriptionItem(subscription).quantity ?? 1
  const { lines, debit } = changeLines(
    ...([books, subscription, { price, quantity }, params.proration_date ?? books.now] as const),
  )
  const invoice = finalizeInvoice(books, createDraft(books, subscription, lines, 'subscription_update'))
  subscription.latest_invoice = invoice.id
  books.pending.set(subscription.id, { price, quantity, debit })
  const intent = findIntent(books, invoice)
  if (intent) attemptPayment(books, intent, defaultMethod(books, subscription.customer as string), true)
  subscription.pending_update = {
    ...{ billing_cycle_anchor: null, cancel_at_period_end: null, discount: null, discounts: null },
    expires_at: Math.min(books.now + PATIENCE, getSubscriptionItem(subscription).current_period_end),
    ...{ metadata: null, subscription_items: [{ ...getSubscriptionItem(subscription), price, quantity }] },
    ...{ trial_end: null, trial_from_plan: null },
  }
  updateAfterInvoice(books, subscription)
}

export function changeFakeSubscription(books: Books, subscription: Stripe.Subscription, params: Change) {
  if (['canceled', 'incomplete_expired'].includes(subscription.status))
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
  const { metadata, cancel_at_period_end, default_tax_rates } = params
  if (params.payment_behavior && (metadata || cancel_at_period_end !== undefined || default_tax_rates))
    throw invalidRequest('These params cannot be part of a pending update.', { param: 'payment_behavior' })
  if (cancel_at_period_end !== undefined) {
    if (subscription.schedule)
      throw invalidRequest('The subscription is managed by a subscription schedule: release it first.')
    subscription.cancel_at_period_end = cancel_at_period_end
    subscription.cancel_at = cancel_at_period_end
      ? getSubscriptionItem(subscription).current_period_end
      : null
    subscription.canceled_at = cancel_at_period_end ? books.now : null
  }
  noteDown(subscription, metadata)
  if (default_tax_rates !== undefined) subscription.default_tax_rates = rateOf(books, default_tax_rates)
  changeItems(books, subscription, params)
  books.tell('customer.subscription.updated', subscription)
  return subscription
}

export function cancelFakeSubscription(books: Books, subscription: Stripe.Subscription) {
  const isBegun = subscription.status !== 'incomplete'
  const invoice = getLatestInvoice(books, subscription)
  if (invoice.status === 'open' && (!isBegun || books.pending.has(subscription.id)))
    voidInvoice(books, invoice)
  books.pending.delete(subscription.id)
  subscription.pending_update = null
  subscription.status = isBegun ? 'canceled' : 'incomplete_expired'
  subscription.ended_at = books.now
  subscription.canceled_at = books.now
  for (const open of openInvoices(books, subscription)) {
    open.auto_advance = false
    open.next_payment_attempt = null
  }
  books.tell('customer.subscription.deleted', subscription)
  return subscription
}

type PreviewParams = z.output<typeof previewParams>

function previewNew(books: Books, params: PreviewParams): Stripe.Invoice {
  const { items, default_tax_rates } = params.subscription_details ?? {}
  const known = params.customer
    ? books.get('customer', params.customer)
    : customerObject('cus_preview', books.now)
  const customer = structuredClone(known)
  customer.tax_exempt = params.customer_details?.tax_exempt ?? customer.tax_exempt ?? 'none'
  const wanted = { items: items ?? [], discounts: params.discounts, default_tax_rates, metadata: {} }
  const { subscription, line } = build(books, books.newId('sub'), wanted, customer.id)
  return createDraft(books, subscription, [line], 'upcoming', customer)
}

/** The terms of the next period: scheduled ones, else the current ones. */
export function computeNextTerms(books: Books, subscription: Stripe.Subscription): ChargeTerms {
  const item = getSubscriptionItem(subscription)
  const schedule = subscription.schedule
    ? books.get('subscription_schedule', subscription.schedule as string)
    : null
  const phase = schedule?.phases.find(({ start_date }) => start_date === item.current_period_end)?.items[0]
  if (phase) return { price: books.get('price', phase.price as string), quantity: phase.quantity ?? 1 }
  return { price: item.price, quantity: item.quantity ?? 1 }
}

export function previewInvoice(books: Books, params: PreviewParams): Stripe.Invoice {
  if (!params.subscription) return previewNew(books, params)
  const subscription = structuredClone(books.get('subscription', params.subscription))
  const item = getSubscriptionItem(subscription)
  const details = params.subscription_details ?? {}
  const [wanted] = details.items ?? []
  const isOver = ['canceled', 'incomplete_expired'].includes(subscription.status)
  if (isOver || (!wanted && subscription.cancel_at !== null))
    throw invalidRequest('No upcoming invoices for customer', { code: 'invoice_upcoming_none' }, 404)
  const terms = wanted
    ? { price: books.get('price', wanted.price), quantity: wanted.quantity ?? item.quantity ?? 1 }
    : computeNextTerms(books, subscription)
  if (wanted && params.preview_mode !== 'recurring') {
    if (details.proration_behavior !== 'always_invoice') throw invalidRequest('Not played here')
    const { lines } = changeLines(books, subscription, terms, details.proration_date ?? books.now)
    return createDraft(books, subscription, lines, 'upcoming')
  }
  const start = item.current_period_end
  const isNew = item.price.recurring?.interval !== terms.price.recurring?.interval
  const end = computePeriodEnd(isNew ? start : subscription.billing_cycle_anchor, start, terms.price)
  const line = buildPeriodLine(terms, start, end, buildCharging(books, subscription))
  return createDraft(books, subscription, [line], 'upcoming')
}
