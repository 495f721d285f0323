import type * as api from '@plumbline/contract/billing/billing'
import type { Handler } from '../context.ts'
import type { BillingProvider, PaymentMethodSetup } from './provider.ts'
import {
  callRemoteProvider,
  type ProviderCall,
  type RemoteResult,
  storeCallResult,
} from './provider-calls.ts'
import { checkProvider } from './subscription-requests.ts'

const HOUR_S = 3600

const MAX_SETUPS_PER_HOUR = 30

export const addPaymentMethod = (
  provider: BillingProvider | null,
): Handler<typeof api.addPaymentMethod, RemoteResult<PaymentMethodSetup>> => {
  const addMethod: ProviderCall<PaymentMethodSetup> = (target, account, key) =>
    target.addPaymentMethod(account, key)
  return {
    prepare: async (ctx) => {
      await ctx.limit(`payment-method:${ctx.team.team_id}`, MAX_SETUPS_PER_HOUR, HOUR_S)
      return callRemoteProvider(ctx, checkProvider(provider), addMethod)
    },
    handle: async (ctx, _input, remote) => {
      const checked = checkProvider(provider)
      const setup = await storeCallResult(
        ctx,
        checked,
        remote,
        addMethod,
        ({ writeResult: settle }) => settle,
      )
      const { client_secret, publishable_key } = setup
      return { provider: checked.name, client_secret, publishable_key }
    },
  }
}
