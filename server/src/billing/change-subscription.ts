import type * as api from '@plumbline/contract/billing/billing'
import type { Input } from '../context.ts'
import { ordering } from './orders.ts'
import type { Provider } from './provider.ts'

export const changeSubscription = (provider: Provider | null) =>
  ordering(provider, ({ body }: Input<typeof api.changeSubscription>) => ({
    asked: () => ({ kind: 'CHANGE', ...body }),
  }))
