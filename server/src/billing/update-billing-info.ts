import type * as api from '@plumbline/contract/billing/billing'
import type { Handler } from '../context.ts'
import { tellBilling } from './accounts.ts'
import { getBillingInfo } from './get-billing-info.ts'
import { asIs, type Call, type Called, call, checkInfo, saveInfo, settleCall } from './methods.ts'
import type { Provider, Settle } from './provider.ts'

/** Kept on servers without billing, too: it is the company's own. */
export const updateBillingInfo = (
  provider: Provider | null,
): Handler<typeof api.updateBillingInfo, Called<Settle>> => {
  const work: Call<Settle> = (asked, account, key) => asked.changeInfo(account, key)
  return {
    prepare: async (ctx, { body }) => {
      checkInfo(body)
      return call(ctx, provider, work, body)
    },
    handle: async (ctx, { body }, called) => {
      const { team_id } = ctx.team
      await saveInfo(ctx.tx, team_id, body)
      if (provider) await settleCall(ctx, provider, called, work, asIs)
      else await tellBilling(ctx, team_id)
      return getBillingInfo(ctx)
    },
  }
}
