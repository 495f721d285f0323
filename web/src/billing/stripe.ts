import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { language } from '../base/language.ts'

/** One client per publishable key. Stripe's script is loaded from Stripe on first use, so that card data goes only there. */
const clients = new Map<string, Promise<Stripe | null>>()

export async function loadStripeClient(publishableKey: string): Promise<Stripe> {
  const known = clients.get(publishableKey) ?? loadStripe(publishableKey, { locale: language.read().locale })
  clients.set(publishableKey, known)
  // a failed download is not cached: the next call retries it
  const stripe = await known.catch(() => null)
  if (stripe) return stripe
  clients.delete(publishableKey)
  throw new Error('Stripe could not be reached')
}
