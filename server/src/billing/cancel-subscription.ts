import { ordering } from './orders.ts'
import type { Provider } from './provider.ts'

export const cancelSubscription = (provider: Provider | null) =>
  ordering(provider, () => ({ asked: () => ({ kind: 'CANCEL' }) }))
