import type Stripe from 'stripe'
import type { Account, Terms } from '../provider.ts'
import type { Connection } from './client.ts'
import { itemOf, nextTerms, partsOf, present, priceFor, scheduleOf, termsOf } from './subscription.ts'

/** What begins with the next period: a schedule at Stripe, whose first phase is this period as it is. */

/** Stops what was to begin with the next period. */
export async function release({ api }: Connection, subscription: Stripe.Subscription): Promise<void> {
  const schedule = scheduleOf(subscription)
  if (schedule) await api.subscriptionSchedules.release(schedule.id)
}

/** Of a phase nothing is inherited: what it is to have none of is said by an empty text. */
async function phaseOf(
  connection: Connection,
  account: Account,
  subscription: Stripe.Subscription,
  terms: Terms,
) {
  const { discounts, default_tax_rates } = await partsOf(connection, account, terms)
  return {
    items: [{ price: await priceFor(connection, subscription, terms), quantity: terms.seats }],
    discounts: discounts.length > 0 ? discounts : ('' as const),
    default_tax_rates: default_tax_rates.length > 0 ? default_tax_rates : ('' as const),
  }
}

async function setPhases(
  connection: Connection,
  account: Account,
  subscription: Stripe.Subscription,
  schedule: Stripe.SubscriptionSchedule,
  terms: Terms,
) {
  const { current_period_start, current_period_end } = itemOf(subscription)
  const termsNow = await termsOf(subscription, connection.catalogue)
  const now = await phaseOf(connection, account, subscription, termsNow)
  const then = await phaseOf(connection, account, subscription, terms)
  await connection.api.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        ...now,
        start_date: schedule.current_phase?.start_date ?? current_period_start,
        end_date: current_period_end,
      },
      {
        ...then,
        proration_behavior: 'none',
        duration: { interval: terms.interval === 'YEAR' ? 'year' : 'month', interval_count: 1 },
      },
    ],
  })
}

/** With the next period: this one stays as it is to its end. */
export async function changeNext(connection: Connection, account: Account, terms: Terms, key: string) {
  const { api } = connection
  const subscription = await present(connection, account)
  if (subscription.cancel_at_period_end)
    await api.subscriptions.update(subscription.id, { cancel_at_period_end: false })
  const schedule =
    scheduleOf(subscription) ??
    (await api.subscriptionSchedules.create(
      { from_subscription: subscription.id },
      { idempotencyKey: `${key}:schedule` },
    ))
  await setPhases(connection, account, subscription, schedule, terms)
}

/** Who is invoiced has changed, and with it perhaps the tax: from the next invoice on. */
export async function retax(connection: Connection, account: Account): Promise<void> {
  const { api, catalogue } = connection
  const subscription = await present(connection, account)
  const terms = await termsOf(subscription, catalogue)
  const { default_tax_rates } = await partsOf(connection, account, terms)
  await api.subscriptions.update(subscription.id, {
    default_tax_rates: default_tax_rates.length > 0 ? default_tax_rates : '',
  })
  const [next, schedule] = [await nextTerms(subscription, catalogue), scheduleOf(subscription)]
  if (next && schedule) await setPhases(connection, account, subscription, schedule, next)
}
