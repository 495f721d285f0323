import type Stripe from 'stripe'
import type * as z from 'zod'
import { type Books, type Debit, invalid } from './books.ts'
import {
  attempt,
  type Charging,
  chargingOf,
  draft,
  finalize,
  intentOf,
  proration,
  type Terms,
  voidInvoice,
  wholePeriod,
} from './charging.ts'
import { itemObject, type LineAmounts, subscriptionObject } from './documents.ts'
import { customerObject, discountObject } from './objects.ts'
import type { previewParams, subscriptionChange, subscriptionParams } from './params.ts'

/** Subscriptions of the fake Stripe: creating, changing and cancelling them. */

const DAY = 24 * 3600
/** seconds that a first payment or a change may stay unpaid */
const PATIENCE = 23 * 3600

/** The same day `count` months later, clamped to the last day of the month. */
export function addMonths(at: number, count: number): number {
  const from = new Date(at * 1000)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + count]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(from.getUTCDate(), last)
  return Math.floor(Date.UTC(year, month, day) / 1000) + (at % DAY)
}

/** The end of the billing period that begins at `start`, counted from the anchor. */
export function endOfPeriod(anchor: number, start: number, price: Stripe.Price): number {
  const months = price.recurring?.interval === 'year' ? 12 : 1
  for (let count = months; ; count += months) {
    const end = addMonths(anchor, count)
    if (end > start) return end
  }
}

export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
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

/** The first invoice's lines, also used for previews. */
function build(
  books: Books,
  id: string,
  params: Pick<z.output<typeof subscriptionParams>, 'items' | 'discounts' | 'default_tax_rates' | 'metadata'>,
  customer: string,
) {
  const [wanted] = params.items
  if (!wanted) throw invalid('Missing required param: items.')
  const price = books.get('price', wanted.price)
  const quantity = wanted.quantity ?? 1
  const end = endOfPeriod(books.now, books.now, price)
  const item = itemObject(`si_${id.slice(4)}`, books.now, {
    ...{ subscription: id, price, quantity, start: books.now, end },
  })
  const { currency } = price
  const subscription = subscriptionObject(id, books.now, {
    ...{ customer, currency, item, metadata: params.metadata ?? {} },
  })
  subscription.default_tax_rates = rateOf(books, params.default_tax_rates)
  setDiscount(books, subscription, params.discounts?.[0]?.coupon ?? null)
  const line = wholePeriod({ price, quantity }, books.now, end, chargingOf(books, subscription))
  return { subscription, line }
}

export function createSubscription(books: Books, params: z.output<typeof subscriptionParams>) {
  const customer = books.get('customer', params.customer)
  const { subscription, line } = build(books, books.newId('sub'), params, customer.id)
  books.keep(subscription)
  customer.currency = subscription.currency
  books.tell('customer.subscription.created', subscription)
  subscription.latest_invoice = finalize(books, draft(books, subscription, [line], 'subscription_create')).id
  books.debits.set(subscription.id, debitOf(line, line.start))
  follow(books, subscription)
  return subscription
}

export const latestInvoice = (books: Books, { latest_invoice }: Stripe.Subscription): Stripe.Invoice =>
  books.get('invoice', latest_invoice as string)

const openInvoices = (books: Books, { id }: Stripe.Subscription) =>
  books
    .all('invoice')
    .filter(({ status, parent }) => status === 'open' && parent?.subscription_details?.subscription === id)

/** Updates a subscription after its invoices change: it starts, or a change applies, once the invoice is paid. */
export function follow(books: Books, subscription: Stripe.Subscription): void {
  const { status } = latestInvoice(books, subscription)
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

function apply(books: Books, subscription: Stripe.Subscription, { price, quantity }: Terms, debit: Debit) {
  const item = itemOf(subscription)
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
  terms: Terms,
  at: number,
): { lines: LineAmounts[]; debit: Debit } {
  const item = itemOf(subscription)
  const debit = books.debits.get(subscription.id)
  if (!debit) throw new Error('nothing was charged')
  if (at < item.current_period_start || at > item.current_period_end)
    throw invalid('The proration_date must be within the current period.', { param: 'proration_date' })
  const charging: Charging = chargingOf(books, subscription)
  // a further change within the hour is prorated from the same moment
  const [unused, begun] = proration(debit, terms, Math.max(at, debit.start), charging)
  const isNew = item.price.recurring?.interval !== terms.price.recurring?.interval
  const line = isNew
    ? wholePeriod(terms, books.now, endOfPeriod(books.now, books.now, terms.price), charging)
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
  if (wanted.id !== itemOf(subscription).id) throw invalid('No such subscription item', { param: 'items' })
  if (params.proration_behavior !== 'always_invoice' || !params.payment_behavior)
    throw invalid('Only changes that are paid for at once are played here')
  if (books.pending.has(subscription.id)) {
    voidInvoice(books, latestInvoice(books, subscription))
    follow(books, subscription)
  }
  const price = books.get('price', wanted.price)
  const quantity = wanted.quantity ?? itemOf(subscription).quantity ?? 1
  const { lines, debit } = changeLines(
    ...([books, subscription, { price, quantity }, params.proration_date ?? books.now] as const),
  )
  const invoice = finalize(books, draft(books, subscription, lines, 'subscription_update'))
  subscription.latest_invoice = invoice.id
  books.pending.set(subscription.id, { price, quantity, debit })
  const intent = intentOf(books, invoice)
  if (intent) attempt(books, intent, defaultMethod(books, subscription.customer as string), true)
  subscription.pending_update = {
    ...{ billing_cycle_anchor: null, cancel_at_period_end: null, discount: null, discounts: null },
    expires_at: Math.min(books.now + PATIENCE, itemOf(subscription).current_period_end),
    ...{ metadata: null, subscription_items: [{ ...itemOf(subscription), price, quantity }] },
    ...{ trial_end: null, trial_from_plan: null },
  }
  follow(books, subscription)
}

export function changeSubscription(books: Books, subscription: Stripe.Subscription, params: Change) {
  if (['canceled', 'incomplete_expired'].includes(subscription.status))
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  const { metadata, cancel_at_period_end, default_tax_rates } = params
  if (params.payment_behavior && (metadata || cancel_at_period_end !== undefined || default_tax_rates))
    throw invalid('These params cannot be part of a pending update.', { param: 'payment_behavior' })
  if (cancel_at_period_end !== undefined) {
    if (subscription.schedule)
      throw invalid('The subscription is managed by a subscription schedule: release it first.')
    subscription.cancel_at_period_end = cancel_at_period_end
    subscription.cancel_at = cancel_at_period_end ? itemOf(subscription).current_period_end : null
    subscription.canceled_at = cancel_at_period_end ? books.now : null
  }
  noteDown(subscription, metadata)
  if (default_tax_rates !== undefined) subscription.default_tax_rates = rateOf(books, default_tax_rates)
  changeItems(books, subscription, params)
  books.tell('customer.subscription.updated', subscription)
  return subscription
}

export function cancelSubscription(books: Books, subscription: Stripe.Subscription) {
  const isBegun = subscription.status !== 'incomplete'
  const invoice = latestInvoice(books, subscription)
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
  return draft(books, subscription, [line], 'upcoming', customer)
}

/** The terms of the next period: scheduled ones, else the current ones. */
export function nextTerms(books: Books, subscription: Stripe.Subscription): Terms {
  const item = itemOf(subscription)
  const schedule = subscription.schedule
    ? books.get('subscription_schedule', subscription.schedule as string)
    : null
  const phase = schedule?.phases.find(({ start_date }) => start_date === item.current_period_end)?.items[0]
  if (phase) return { price: books.get('price', phase.price as string), quantity: phase.quantity ?? 1 }
  return { price: item.price, quantity: item.quantity ?? 1 }
}

export function preview(books: Books, params: PreviewParams): Stripe.Invoice {
  if (!params.subscription) return previewNew(books, params)
  const subscription = structuredClone(books.get('subscription', params.subscription))
  const item = itemOf(subscription)
  const details = params.subscription_details ?? {}
  const [wanted] = details.items ?? []
  const isOver = ['canceled', 'incomplete_expired'].includes(subscription.status)
  if (isOver || (!wanted && subscription.cancel_at !== null))
    throw invalid('No upcoming invoices for customer', { code: 'invoice_upcoming_none' }, 404)
  const terms = wanted
    ? { price: books.get('price', wanted.price), quantity: wanted.quantity ?? item.quantity ?? 1 }
    : nextTerms(books, subscription)
  if (wanted && params.preview_mode !== 'recurring') {
    if (details.proration_behavior !== 'always_invoice') throw invalid('Not played here')
    const { lines } = changeLines(books, subscription, terms, details.proration_date ?? books.now)
    return draft(books, subscription, lines, 'upcoming')
  }
  const start = item.current_period_end
  const isNew = item.price.recurring?.interval !== terms.price.recurring?.interval
  const end = endOfPeriod(isNew ? start : subscription.billing_cycle_anchor, start, terms.price)
  const line = wholePeriod(terms, start, end, chargingOf(books, subscription))
  return draft(books, subscription, [line], 'upcoming')
}
