import { ordering } from './orders.ts'
import type { Provider } from './provider.ts'

export const extendTrial = (provider: Provider | null) =>
  ordering(provider, () => ({ asked: () => ({ kind: 'EXTEND' }) }))
