import type * as api from '@plumbline/contract/billing/billing'
import type { Handler } from '../context.ts'
import { publishBillingUpdated } from './accounts.ts'
import { getBillingInfo } from './get-billing-info.ts'
import type { BillingProvider, ResultWriter } from './provider.ts'
import {
  callRemoteProvider,
  checkBillingInfo,
  getWriter,
  type ProviderCall,
  type RemoteResult,
  setBillingInfo,
  storeCallResult,
} from './provider-calls.ts'

/** Kept on servers without billing, too: it is the company's own. */
export const updateBillingInfo = (
  provider: BillingProvider | null,
): Handler<typeof api.updateBillingInfo, RemoteResult<ResultWriter>> => {
  const work: ProviderCall<ResultWriter> = (asked, account, key) => asked.updateBillingInfo(account, key)
  return {
    prepare: async (ctx, { body }) => {
      checkBillingInfo(body)
      return callRemoteProvider(ctx, provider, work, body)
    },
    handle: async (ctx, { body }, called) => {
      const { team_id } = ctx.team
      await setBillingInfo(ctx.tx, team_id, body)
      if (provider) await storeCallResult(ctx, provider, called, work, getWriter)
      else await publishBillingUpdated(ctx, team_id)
      return getBillingInfo(ctx)
    },
  }
}
