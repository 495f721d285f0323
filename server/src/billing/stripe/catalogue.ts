import {
  type Interval,
  intervals,
  type PaidPlan,
  paidPlans,
  seatPrice,
} from '@plumbline/contract/billing/plans'
import type Stripe from 'stripe'
import type { SubscriptionTerms } from '../provider.ts'
import { hasStripeCode } from './client.ts'

/**
 * Maps our plans, discounts and tax rates to Stripe's prices, coupons and tax rates. They are created on first use and
 * found again by names of our own; they never change, so results are cached for the life of the process.
 */
export interface StripeCatalogue {
  getPriceId: (terms: SubscriptionTerms) => Promise<string>
  /** plan and interval of one of our prices */
  getPriceTerms: (id: string) => Promise<{ slug: PaidPlan; interval: Interval }>
  getCouponId: (percent: number) => Promise<string>
  getCouponPercent: (id: string) => Promise<number>
  /** `percent` in hundredths of a percent */
  getTaxRateId: (country: string, percent: number) => Promise<string>
  getTaxPercent: (id: string) => Promise<number>
}

const PREFIX = 'plumbline_'
const getProductId = (slug: PaidPlan) => PREFIX + slug
export const findPlanByProduct = (product: string): PaidPlan | null =>
  paidPlans.find((slug) => getProductId(slug) === product) ?? null

/** Includes the amount, so that running subscriptions keep their price if the price table changes. */
const buildLookupKey = ({ slug, currency, interval }: SubscriptionTerms) =>
  `${PREFIX}${slug}_${interval}_${currency}_${seatPrice(slug, currency, interval)}`.toLowerCase()

const findInterval = (name: string | undefined): Interval | undefined =>
  intervals.find((interval) => interval.toLowerCase() === name)

/** Caches one request per key; a failed request is removed, so that the next call retries. */
function memoize<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const cache = new Map<string, Promise<T>>()
  return (key) => {
    const cached = cache.get(key)
    if (cached) return cached
    const loading = load(key)
    cache.set(key, loading)
    loading.catch(() => cache.delete(key))
    return loading
  }
}

async function findOrCreatePrice(api: Stripe, terms: SubscriptionTerms): Promise<string> {
  const lookup_key = buildLookupKey(terms)
  const { data } = await api.prices.list({ lookup_keys: [lookup_key], active: true, limit: 1 })
  if (data[0]) return data[0].id
  const { slug, currency, interval } = terms
  const product = getProductId(slug)
  try {
    await api.products.create({ id: product, name: `Plumbline ${slug}`, unit_label: 'seat' })
  } catch (error) {
    if (!hasStripeCode(error, 'resource_already_exists')) throw error
  }
  const price = await api.prices.create(
    {
      product,
      lookup_key,
      tax_behavior: 'exclusive',
      currency: currency.toLowerCase(),
      unit_amount: seatPrice(slug, currency, interval),
      recurring: { interval: interval === 'YEAR' ? 'year' : 'month' },
    },
    { idempotencyKey: lookup_key },
  )
  return price.id
}

async function findOrCreateCoupon(api: Stripe, percent: string): Promise<string> {
  const id = `${PREFIX}${percent.replace('.', '_')}_percent`
  try {
    await api.coupons.create({ id, percent_off: Number(percent), duration: 'forever', name: `-${percent}%` })
  } catch (error) {
    if (!hasStripeCode(error, 'resource_already_exists')) throw error
  }
  return id
}

/** Tax rates have no ids of our choice, so metadata holds the name, such as `DE:19`. */
async function findOrCreateTaxRate(api: Stripe, name: string): Promise<string> {
  for await (const rate of api.taxRates.list({ active: true, inclusive: false, limit: 100 }))
    if (rate.metadata?.plumbline === name) return rate.id
  const [country = '', percent] = name.split(':')
  const rate = await api.taxRates.create(
    {
      display_name: 'VAT',
      inclusive: false,
      percentage: Number(percent),
      ...(country ? { country } : {}),
      metadata: { plumbline: name },
    },
    { idempotencyKey: `${PREFIX}tax_${name}` },
  )
  return rate.id
}

export function createStripeCatalogue(api: Stripe): StripeCatalogue {
  const price = memoize((terms) => findOrCreatePrice(api, JSON.parse(terms) as SubscriptionTerms))
  const coupon = memoize((percent) => findOrCreateCoupon(api, percent))
  const taxRate = memoize((name) => findOrCreateTaxRate(api, name))
  return {
    // only the fields that the price depends on, so that equal prices share a cache key
    getPriceId: ({ slug, currency, interval }) => price(JSON.stringify({ slug, currency, interval })),
    getPriceTerms: memoize(async (id) => {
      const found = await api.prices.retrieve(id)
      const product = typeof found.product === 'string' ? found.product : found.product.id
      const slug = findPlanByProduct(product)
      const interval = findInterval(found.recurring?.interval)
      if (!slug || !interval) throw new Error(`Not a price of ours: ${id}`)
      return { slug, interval }
    }),
    getCouponId: (percent) => coupon(String(percent)),
    getCouponPercent: memoize(async (id) => (await api.coupons.retrieve(id)).percent_off ?? 0),
    getTaxRateId: (country, percent) => taxRate(`${country}:${percent / 100}`),
    getTaxPercent: memoize(async (id) => (await api.taxRates.retrieve(id)).percentage),
  }
}
