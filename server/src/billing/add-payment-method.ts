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

/** How a company pays, and who it is invoiced as. */

const HOUR_S = 3600

const MOST_SETUPS = 30

export const addPaymentMethod = (
  provider: BillingProvider | null,
): Handler<typeof api.addPaymentMethod, RemoteResult<PaymentMethodSetup>> => {
  const work: ProviderCall<PaymentMethodSetup> = (asked, account, key) => asked.addPaymentMethod(account, key)
  return {
    prepare: async (ctx) => {
      await ctx.limit(`payment-method:${ctx.team.team_id}`, MOST_SETUPS, HOUR_S)
      return callRemoteProvider(ctx, checkProvider(provider), work)
    },
    handle: async (ctx, _input, called) => {
      const asked = checkProvider(provider)
      const setup = await storeCallResult(ctx, asked, called, work, ({ writeResult: settle }) => settle)
      const { client_secret, publishable_key } = setup
      return { provider: asked.name, client_secret, publishable_key }
    },
  }
}
