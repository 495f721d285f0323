import type { Server } from '../context.ts'
import { createBuiltinProvider } from './builtin.ts'
import type { BillingProvider } from './provider.ts'
import { createStripeProvider } from './stripe/provider.ts'

/** Who takes the money here, as configured; null: nobody. */
export function openBillingProvider({ config, log }: Pick<Server, 'config' | 'log'>): BillingProvider | null {
  const { provider, stripe } = config.billing
  if (stripe) return createStripeProvider(config, stripe, log)
  return provider === 'builtin' ? createBuiltinProvider(config) : null
}
