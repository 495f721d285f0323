import { getSubscription, type Subscription } from '@plumbline/contract/billing/billing'
import { markStale } from '../api/query.ts'
import type { BillingText } from './text.ts'

/**
 * Lets the bank ask whether a payment is meant (3-D Secure), in a window of Stripe's. Resolves to what went wrong, in
 * words, or to null.
 */
export async function confirmPayment(
  { client_secret, publishable_key }: NonNullable<Subscription['confirm']>,
  text: BillingText,
): Promise<string | null> {
  try {
    const { stripeFor } = await import('./stripe.ts')
    const stripe = await stripeFor(publishable_key)
    const { error } = await stripe.handleNextAction({ clientSecret: client_secret })
    // Stripe tells the server, which tells this page by billing.updated; that may be before or after this
    await markStale(getSubscription.hears)
    return error ? (error.message ?? text.confirmFailed) : null
  } catch {
    return text.stripeUnreachable
  }
}
