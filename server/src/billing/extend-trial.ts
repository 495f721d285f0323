import type { BillingProvider } from './provider.ts'
import { buildChangeHandler } from './subscription-requests.ts'

export const extendTrial = (provider: BillingProvider | null) =>
  buildChangeHandler(provider, () => ({ buildRequest: () => ({ kind: 'EXTEND' }) }))
