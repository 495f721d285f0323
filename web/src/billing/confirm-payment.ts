import { getSubscription, type Subscription } from '@plumbline/contract/billing/subscription'
import { markStale } from '../api/query.ts'
import type { BillingText } from './text.ts'

/**
 * Opens Stripe's window for strong customer authentication (3-D Secure). Resolves to an error message, or to null on
 * success.
 */
export async function confirmPayment(
  { client_secret, publishable_key }: NonNullable<Subscription['confirm']>,
  text: BillingText,
): Promise<string | null> {
  try {
    const { loadStripeClient } = await import('./stripe.ts')
    const stripe = await loadStripeClient(publishable_key)
    const { error } = await stripe.handleNextAction({ clientSecret: client_secret })
    // Stripe informs the server by webhook, which may arrive before or after this point
    await markStale(getSubscription.hears)
    return error ? (error.message ?? text.confirmFailed) : null
  } catch {
    return text.stripeUnreachable
  }
}
