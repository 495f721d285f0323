import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { language } from '../base/language.ts'

/** Stripe's own script comes from Stripe when it is first needed: card data goes from its form to Stripe alone. */
const loaded = new Map<string, Promise<Stripe | null>>()

export async function stripeFor(publishableKey: string): Promise<Stripe> {
  const known = loaded.get(publishableKey) ?? loadStripe(publishableKey, { locale: language.read().locale })
  loaded.set(publishableKey, known)
  // a script that could not be fetched is fetched again at the next try
  const stripe = await known.catch(() => null)
  if (stripe) return stripe
  loaded.delete(publishableKey)
  throw new Error('Stripe could not be reached')
}
