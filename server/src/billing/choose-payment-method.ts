import type * as api from '@plumbline/contract/billing/billing'
import type { Handler, Input, TeamCtx } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { listPaymentMethods } from './list-payment-methods.ts'
import type { BillingAccount, BillingProvider, ResultWriter } from './provider.ts'
import {
  callRemoteProvider,
  checkBillingInfo,
  checkPaymentMethod,
  getWriter,
  type ProviderCall,
  type RemoteResult,
  setBillingInfo,
  storeCallResult,
} from './provider-calls.ts'
import { checkProvider } from './subscription-requests.ts'

/** One that was added a moment ago is known there before it is said to be. */
async function demandNewest(ctx: TeamCtx, provider: BillingProvider, account: BillingAccount, id: string) {
  const known = await listPaymentMethods(ctx)
  if (known.some(({ payment_method_id }) => payment_method_id === id)) return
  const settle = await provider.refresh(account)
  await inTransaction(ctx.db, settle)
  await checkPaymentMethod(ctx, id)
}

export const choosePaymentMethod = (
  provider: BillingProvider | null,
): Handler<typeof api.choosePaymentMethod, RemoteResult<ResultWriter>> => {
  const workOf =
    ({
      payment_method_id,
      billing_info,
    }: Input<typeof api.choosePaymentMethod>['body']): ProviderCall<ResultWriter> =>
    async (asked, account, key) => {
      // who is invoiced is told first: it may be refused
      if (billing_info) await asked.updateBillingInfo({ ...account, info: billing_info }, key)
      return asked.choosePaymentMethod(account, payment_method_id, key)
    }
  return {
    prepare: async (ctx, { body }) => {
      if (body.billing_info) checkBillingInfo(body.billing_info)
      return callRemoteProvider(ctx, checkProvider(provider), async (asked, account, key) => {
        await demandNewest(ctx, asked, account, body.payment_method_id)
        return workOf(body)(asked, account, key)
      })
    },
    handle: async (ctx, { body }, called) => {
      if (!called) await checkPaymentMethod(ctx, body.payment_method_id)
      await storeCallResult(ctx, checkProvider(provider), called, workOf(body), getWriter)
      if (body.billing_info) await setBillingInfo(ctx.tx, ctx.team.team_id, body.billing_info)
      return listPaymentMethods(ctx)
    },
  }
}
