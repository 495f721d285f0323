import type * as api from '@plumbline/contract/billing/billing'
import type { Handler } from '../context.ts'
import { type Call, type Called, call, settleCall } from './methods.ts'
import { demand } from './orders.ts'
import type { MethodSetup, Provider } from './provider.ts'

/** How a company pays, and who it is invoiced as. */

const HOUR_S = 3600

const MOST_SETUPS = 30

export const addPaymentMethod = (
  provider: Provider | null,
): Handler<typeof api.addPaymentMethod, Called<MethodSetup>> => {
  const work: Call<MethodSetup> = (asked, account, key) => asked.addMethod(account, key)
  return {
    prepare: async (ctx) => {
      await ctx.limit(`payment-method:${ctx.team.team_id}`, MOST_SETUPS, HOUR_S)
      return call(ctx, demand(provider), work)
    },
    handle: async (ctx, _input, called) => {
      const asked = demand(provider)
      const setup = await settleCall(ctx, asked, called, work, ({ settle }) => settle)
      const { client_secret, publishable_key } = setup
      return { provider: asked.name, client_secret, publishable_key }
    },
  }
}
