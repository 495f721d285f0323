import type * as api from '@plumbline/contract/billing/billing'
import type { Input } from '../context.ts'
import type { BillingProvider } from './provider.ts'
import { buildChangeHandler } from './subscription-requests.ts'

export const changeSubscription = (provider: BillingProvider | null) =>
  buildChangeHandler(provider, ({ body }: Input<typeof api.changeSubscription>) => ({
    buildRequest: () => ({ kind: 'CHANGE', ...body }),
  }))
