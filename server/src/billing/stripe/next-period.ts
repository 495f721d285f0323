import type Stripe from 'stripe'
import type { BillingAccount, SubscriptionTerms } from '../provider.ts'
import type { StripeConnection } from './client.ts'
import {
  buildSubscriptionParts,
  choosePriceId,
  fetchLiveSubscription,
  getActiveSchedule,
  getSubscriptionItem,
  readNextTerms,
  readTerms,
} from './subscription.ts'

/** Changes with the next period: a Stripe schedule whose first phase is the current period, unchanged. */

/** Removes a change scheduled for the next period. */
export async function releaseNextPeriod(
  { api }: StripeConnection,
  subscription: Stripe.Subscription,
): Promise<void> {
  const schedule = getActiveSchedule(subscription)
  if (schedule) await api.subscriptionSchedules.release(schedule.id)
}

/** A phase inherits nothing from the subscription; an empty string removes discounts and tax rates. */
async function buildPhase(
  connection: StripeConnection,
  account: BillingAccount,
  subscription: Stripe.Subscription,
  terms: SubscriptionTerms,
) {
  const { discounts, default_tax_rates } = await buildSubscriptionParts(connection, account, terms)
  return {
    items: [{ price: await choosePriceId(connection, subscription, terms), quantity: terms.seats }],
    discounts: discounts.length > 0 ? discounts : ('' as const),
    default_tax_rates: default_tax_rates.length > 0 ? default_tax_rates : ('' as const),
  }
}

async function setPhases(
  connection: StripeConnection,
  account: BillingAccount,
  subscription: Stripe.Subscription,
  schedule: Stripe.SubscriptionSchedule,
  terms: SubscriptionTerms,
) {
  const { current_period_start, current_period_end } = getSubscriptionItem(subscription)
  const termsNow = await readTerms(subscription, connection.catalogue)
  const currentPhase = await buildPhase(connection, account, subscription, termsNow)
  const nextPhase = await buildPhase(connection, account, subscription, terms)
  await connection.api.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        ...currentPhase,
        start_date: schedule.current_phase?.start_date ?? current_period_start,
        end_date: current_period_end,
      },
      {
        ...nextPhase,
        proration_behavior: 'none',
        duration: { interval: terms.interval === 'YEAR' ? 'year' : 'month', interval_count: 1 },
      },
    ],
  })
}

/** Schedules terms for the next period; the current period keeps its terms. */
export async function scheduleNextPeriod(
  connection: StripeConnection,
  account: BillingAccount,
  terms: SubscriptionTerms,
  key: string,
) {
  const { api } = connection
  const subscription = await fetchLiveSubscription(connection, account)
  if (subscription.cancel_at_period_end)
    await api.subscriptions.update(subscription.id, { cancel_at_period_end: false })
  const schedule =
    getActiveSchedule(subscription) ??
    (await api.subscriptionSchedules.create(
      { from_subscription: subscription.id },
      { idempotencyKey: `${key}:schedule` },
    ))
  await setPhases(connection, account, subscription, schedule, terms)
}

/** Updates the tax rates after the billing address changed, starting with the next invoice. */
export async function updateTaxRates(connection: StripeConnection, account: BillingAccount): Promise<void> {
  const { api, catalogue } = connection
  const subscription = await fetchLiveSubscription(connection, account)
  const terms = await readTerms(subscription, catalogue)
  const { default_tax_rates } = await buildSubscriptionParts(connection, account, terms)
  await api.subscriptions.update(subscription.id, {
    default_tax_rates: default_tax_rates.length > 0 ? default_tax_rates : '',
  })
  const next = await readNextTerms(subscription, catalogue)
  const schedule = getActiveSchedule(subscription)
  if (next && schedule) await setPhases(connection, account, subscription, schedule, next)
}
