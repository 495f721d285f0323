import type * as api from '@plumbline/contract/billing/billing'
import type { Input } from '../context.ts'
import { ordering, startWish } from './orders.ts'
import type { Provider } from './provider.ts'

export const startSubscription = (provider: Provider | null) =>
  ordering(provider, ({ body }: Input<typeof api.startSubscription>) => ({
    asked: startWish(body, null),
    codeId: body.slug === 'free' ? null : body.custom_signup_code_id,
  }))
