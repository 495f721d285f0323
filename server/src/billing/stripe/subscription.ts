import { type Currency, intervals, paidPlans } from '@plumbline/contract/billing/plans'
import type Stripe from 'stripe'
import { Refusal } from '../../http/refusal.ts'
import type { BillingAccount, SubscriptionTerms } from '../provider.ts'
import type { StripeCatalogue } from './catalogue.ts'
import { getStripeId, type StripeConnection } from './client.ts'

/** Reads Stripe subscriptions in terms of our plans. */

/** Statuses of a running subscription, paid or not. */
const liveStatuses = ['active', 'past_due', 'unpaid', 'trialing', 'paused']
export const isLiveSubscription = ({ status }: Stripe.Subscription): boolean => liveStatuses.includes(status)

/** Fetches a subscription with the expanded fields that the functions below read. */
export const fetchSubscription = ({ api }: StripeConnection, id: string): Promise<Stripe.Subscription> =>
  api.subscriptions.retrieve(id, { expand: ['discounts', 'schedule', 'latest_invoice.payments'] })

/** Fetches the running subscription of an account; refuses with `wrong_state` if it has ended at Stripe. */
export async function fetchLiveSubscription(
  connection: StripeConnection,
  { subscription_id }: BillingAccount,
) {
  const subscription = subscription_id ? await fetchSubscription(connection, subscription_id) : null
  // our row is stale: the webhook about the end has not arrived yet
  if (!subscription || !isLiveSubscription(subscription)) throw new Refusal('wrong_state')
  return subscription
}

/** Price, discounts and tax rates that subscriptions, previews and schedule phases share. */
export async function buildSubscriptionParts(
  { catalogue, computeTax: taxOf }: StripeConnection,
  { info }: BillingAccount,
  terms: SubscriptionTerms,
) {
  const { percent, country } = taxOf(info)
  return {
    price: await catalogue.getPriceId(terms),
    discounts:
      terms.discount_percent > 0 ? [{ coupon: await catalogue.getCouponId(terms.discount_percent) }] : [],
    default_tax_rates: percent ? [await catalogue.getTaxRateId(country, percent)] : [],
  }
}

/** The only item of a subscription: the seats of a plan. */
export function getSubscriptionItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error(`A subscription without items: ${subscription.id}`)
  return item
}

async function getDiscountPercent(
  discounts: readonly (string | Stripe.Discount | Stripe.DeletedDiscount)[],
  catalogue: StripeCatalogue,
): Promise<number> {
  const [discount] = discounts
  const coupon = typeof discount === 'object' ? getStripeId(discount.source.coupon) : null
  return coupon ? catalogue.getCouponPercent(coupon) : 0
}

export async function readTerms(
  subscription: Stripe.Subscription,
  catalogue: StripeCatalogue,
): Promise<SubscriptionTerms> {
  const item = getSubscriptionItem(subscription)
  return {
    ...(await catalogue.getPriceTerms(item.price.id)),
    currency: subscription.currency.toUpperCase() as Currency,
    seats: item.quantity ?? 1,
    discount_percent: await getDiscountPercent(subscription.discounts, catalogue),
  }
}

/** Keeps the price of the running subscription, even if the price table has changed since. */
export async function choosePriceId(
  { catalogue }: StripeConnection,
  subscription: Stripe.Subscription,
  terms: SubscriptionTerms,
): Promise<string> {
  const now = await readTerms(subscription, catalogue)
  const isSame = now.slug === terms.slug && now.interval === terms.interval
  return isSame ? getSubscriptionItem(subscription).price.id : catalogue.getPriceId(terms)
}

/** The schedule of a downgrade; null without one. */
export const getActiveSchedule = ({ schedule }: Stripe.Subscription): Stripe.SubscriptionSchedule | null => {
  if (typeof schedule === 'string') throw new Error('The schedule was not expanded')
  return schedule && ['active', 'not_started'].includes(schedule.status) ? schedule : null
}

export const formatTerms = ({ slug, interval, seats }: SubscriptionTerms): string =>
  `${slug} ${interval} ${seats}`

/** The scheduled terms that a pending upgrade replaces, from its metadata (`pending-change.ts`). */
function parseReplacedTerms(
  { metadata }: Stripe.Subscription,
  now: SubscriptionTerms,
): SubscriptionTerms | null {
  if (metadata.from !== formatTerms(now)) return null
  const [plan, every, count] = (metadata.replaces ?? '').split(' ')
  const slug = paidPlans.find((name) => name === plan)
  const interval = intervals.find((name) => name === every)
  const seats = Number(count)
  return slug && interval && Number.isInteger(seats) && seats > 0 ? { ...now, slug, interval, seats } : null
}

/** Terms of the next period if they differ from the current ones. */
export async function readNextTerms(
  subscription: Stripe.Subscription,
  catalogue: StripeCatalogue,
): Promise<SubscriptionTerms | null> {
  const end = getSubscriptionItem(subscription).current_period_end
  const phase = getActiveSchedule(subscription)?.phases.find(({ start_date }) => start_date >= end)
  const item = phase?.items[0]
  const price = item && getStripeId(item.price as string | { id: string })
  const now = await readTerms(subscription, catalogue)
  if (!item || !price) return parseReplacedTerms(subscription, now)
  const next = { ...now, ...(await catalogue.getPriceTerms(price)), seats: item.quantity ?? 1 }
  return hasSameTerms(now, next) ? null : next
}

export const hasSameTerms = (a: SubscriptionTerms, b: SubscriptionTerms): boolean =>
  a.slug === b.slug && a.interval === b.interval && a.seats === b.seats && a.currency === b.currency

export const getLatestInvoice = ({ latest_invoice }: Stripe.Subscription): Stripe.Invoice | null =>
  typeof latest_invoice === 'object' ? latest_invoice : null
