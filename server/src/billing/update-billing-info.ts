import type * as api from '@plumbline/contract/billing/billing'
import type { Handler } from '../context.ts'
import { publishBillingUpdated } from './accounts.ts'
import { getBillingInfo } from './get-billing-info.ts'
import type { BillingProvider, ResultWriter } from './provider.ts'
import {
  callRemoteProvider,
  checkBillingInfo,
  type ProviderCall,
  type RemoteResult,
  setBillingInfo,
  storeCallResult,
} from './provider-calls.ts'

/** Stored on servers without billing as well. */
export const updateBillingInfo = (
  provider: BillingProvider | null,
): Handler<typeof api.updateBillingInfo, RemoteResult<ResultWriter>> => {
  const update: ProviderCall<ResultWriter> = (target, account, key) => target.updateBillingInfo(account, key)
  return {
    prepare: async (ctx, { body }) => {
      checkBillingInfo(body)
      return callRemoteProvider(ctx, provider, update, body)
    },
    handle: async (ctx, { body }, remote) => {
      const { team_id } = ctx.team
      await setBillingInfo(ctx.tx, team_id, body)
      if (provider) await storeCallResult(ctx, provider, remote, update, (writer) => writer)
      else await publishBillingUpdated(ctx, team_id)
      return getBillingInfo(ctx)
    },
  }
}
