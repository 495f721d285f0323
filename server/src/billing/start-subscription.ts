import type * as api from '@plumbline/contract/billing/billing'
import type { Input } from '../context.ts'
import type { BillingProvider } from './provider.ts'
import { buildChangeHandler, buildStartRequest } from './subscription-requests.ts'

export const startSubscription = (provider: BillingProvider | null) =>
  buildChangeHandler(provider, ({ body }: Input<typeof api.startSubscription>) => ({
    buildRequest: buildStartRequest(body, null),
    signupCodeId: body.slug === 'free' ? null : body.custom_signup_code_id,
  }))
