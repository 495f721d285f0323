import { type Currency, intervals, paidPlans } from '@plumbline/contract/billing/plans'
import type Stripe from 'stripe'
import { Refusal } from '../../http/refusal.ts'
import type { Account, Terms } from '../provider.ts'
import type { Catalogue } from './catalogue.ts'
import { type Connection, idOf } from './client.ts'

/** Subscriptions at Stripe, read in our terms. */

/** Goes on, paid for or not. */
const live = ['active', 'past_due', 'unpaid', 'trialing', 'paused']
export const isLive = ({ status }: Stripe.Subscription): boolean => live.includes(status)

/** A subscription with all that the functions here look at. */
export const whole = ({ api }: Connection, id: string): Promise<Stripe.Subscription> =>
  api.subscriptions.retrieve(id, { expand: ['discounts', 'schedule', 'latest_invoice.payments'] })

/** The subscription of the account as it is at Stripe. */
export async function present(connection: Connection, { subscription_id }: Account) {
  const subscription = subscription_id ? await whole(connection, subscription_id) : null
  // our rows are older than what happened there, which is on its way to them
  if (!subscription || !isLive(subscription)) throw new Refusal('wrong_state')
  return subscription
}

/** What a subscription, a preview and each phase of a schedule are made of. */
export async function partsOf({ catalogue, taxOf }: Connection, { info }: Account, terms: Terms) {
  const { percent, country } = taxOf(info)
  return {
    price: await catalogue.price(terms),
    discounts: terms.discount_percent > 0 ? [{ coupon: await catalogue.coupon(terms.discount_percent) }] : [],
    default_tax_rates: percent ? [await catalogue.taxRate(country, percent)] : [],
  }
}

/** A subscription of ours has one item: seats of a plan. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error(`A subscription without items: ${subscription.id}`)
  return item
}

async function discountOf(
  discounts: readonly (string | Stripe.Discount | Stripe.DeletedDiscount)[],
  catalogue: Catalogue,
): Promise<number> {
  const [discount] = discounts
  const coupon = typeof discount === 'object' ? idOf(discount.source.coupon) : null
  return coupon ? catalogue.couponPercent(coupon) : 0
}

export async function termsOf(subscription: Stripe.Subscription, catalogue: Catalogue): Promise<Terms> {
  const item = itemOf(subscription)
  return {
    ...(await catalogue.priceById(item.price.id)),
    currency: subscription.currency.toUpperCase() as Currency,
    seats: item.quantity ?? 1,
    discount_percent: await discountOf(subscription.discounts, catalogue),
  }
}

/** What is subscribed to stays at its price, though the table of prices has changed since. */
export async function priceFor(
  { catalogue }: Connection,
  subscription: Stripe.Subscription,
  terms: Terms,
): Promise<string> {
  const now = await termsOf(subscription, catalogue)
  const isSame = now.slug === terms.slug && now.interval === terms.interval
  return isSame ? itemOf(subscription).price.id : catalogue.price(terms)
}

/** The schedule that makes the next period less; null without one. */
export const scheduleOf = ({ schedule }: Stripe.Subscription): Stripe.SubscriptionSchedule | null => {
  if (typeof schedule === 'string') throw new Error('The schedule was not asked for')
  return schedule && ['active', 'not_started'].includes(schedule.status) ? schedule : null
}

export const termsText = ({ slug, interval, seats }: Terms): string => `${slug} ${interval} ${seats}`

/** What a change that waits for its payment is to replace, from its note (`waiting.ts`). */
function replacedTerms({ metadata }: Stripe.Subscription, now: Terms): Terms | null {
  if (metadata.from !== termsText(now)) return null
  const [plan, every, count] = (metadata.replaces ?? '').split(' ')
  const slug = paidPlans.find((name) => name === plan)
  const interval = intervals.find((name) => name === every)
  const seats = Number(count)
  return slug && interval && Number.isInteger(seats) && seats > 0 ? { ...now, slug, interval, seats } : null
}

/** What the period after this one begins with, when it differs. */
export async function nextTerms(
  subscription: Stripe.Subscription,
  catalogue: Catalogue,
): Promise<Terms | null> {
  const end = itemOf(subscription).current_period_end
  const phase = scheduleOf(subscription)?.phases.find(({ start_date }) => start_date >= end)
  const item = phase?.items[0]
  const price = item && idOf(item.price as string | { id: string })
  const now = await termsOf(subscription, catalogue)
  if (!item || !price) return replacedTerms(subscription, now)
  const next = { ...now, ...(await catalogue.priceById(price)), seats: item.quantity ?? 1 }
  return sameTerms(now, next) ? null : next
}

export const sameTerms = (a: Terms, b: Terms): boolean =>
  a.slug === b.slug && a.interval === b.interval && a.seats === b.seats && a.currency === b.currency

export const latestInvoice = ({ latest_invoice }: Stripe.Subscription): Stripe.Invoice | null =>
  typeof latest_invoice === 'object' ? latest_invoice : null
