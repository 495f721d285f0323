import type { Server } from '../context.ts'
import { builtinProvider } from './builtin.ts'
import type { Provider } from './provider.ts'
import { stripeProvider } from './stripe/provider.ts'

/** Who takes the money here, as configured; null: nobody. */
export function openProvider({ config, log }: Pick<Server, 'config' | 'log'>): Provider | null {
  const { provider, stripe } = config.billing
  if (stripe) return stripeProvider(config, stripe, log)
  return provider === 'builtin' ? builtinProvider(config) : null
}
