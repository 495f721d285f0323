import type * as api from '@plumbline/contract/billing/billing'
import type { Handler, Input, TeamCtx } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { listPaymentMethods } from './list-payment-methods.ts'
import type { BillingAccount, BillingProvider, ResultWriter } from './provider.ts'
import {
  callRemoteProvider,
  checkBillingInfo,
  checkPaymentMethod,
  type ProviderCall,
  type RemoteResult,
  setBillingInfo,
  storeCallResult,
} from './provider-calls.ts'

import { checkProvider } from './subscription-requests.ts'

/** Refuses an unknown method; a method added a moment ago may be known to the provider before its webhook arrives. */
async function checkNewestMethod(
  ctx: TeamCtx,
  provider: BillingProvider,
  account: BillingAccount,
  id: string,
) {
  const known = await listPaymentMethods(ctx)
  if (known.some(({ payment_method_id }) => payment_method_id === id)) return
  const writeResult = await provider.refresh(account)
  await inTransaction(ctx.db, writeResult)
  await checkPaymentMethod(ctx, id)
}

export const choosePaymentMethod = (
  provider: BillingProvider | null,
): Handler<typeof api.choosePaymentMethod, RemoteResult<ResultWriter>> => {
  const buildCall =
    ({
      payment_method_id,
      billing_info,
    }: Input<typeof api.choosePaymentMethod>['body']): ProviderCall<ResultWriter> =>
    async (target, account, key) => {
      // the billing address first: the provider may refuse it
      if (billing_info) await target.updateBillingInfo({ ...account, info: billing_info }, key)
      return target.choosePaymentMethod(account, payment_method_id, key)
    }
  return {
    prepare: async (ctx, { body }) => {
      if (body.billing_info) checkBillingInfo(body.billing_info)
      return callRemoteProvider(ctx, checkProvider(provider), async (target, account, key) => {
        await checkNewestMethod(ctx, target, account, body.payment_method_id)
        return buildCall(body)(target, account, key)
      })
    },
    handle: async (ctx, { body }, remote) => {
      if (!remote) await checkPaymentMethod(ctx, body.payment_method_id)
      await storeCallResult(ctx, checkProvider(provider), remote, buildCall(body), (writer) => writer)
      if (body.billing_info) await setBillingInfo(ctx.tx, ctx.team.team_id, body.billing_info)
      return listPaymentMethods(ctx)
    },
  }
}
