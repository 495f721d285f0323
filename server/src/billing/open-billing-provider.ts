import type { Server } from '../context.ts'
import { createBuiltinProvider } from './builtin.ts'
import type { BillingProvider } from './provider.ts'
import { createStripeProvider } from './stripe/provider.ts'

/** The configured payment provider; null on a server without billing. */
export function openBillingProvider({ config, log }: Pick<Server, 'config' | 'log'>): BillingProvider | null {
  const { provider, stripe } = config.billing
  if (stripe) return createStripeProvider(config, stripe, log)
  return provider === 'builtin' ? createBuiltinProvider(config) : null
}
