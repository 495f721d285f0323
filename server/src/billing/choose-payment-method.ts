import type * as api from '@plumbline/contract/billing/billing'
import type { Handler, Input, TeamCtx } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { listPaymentMethods } from './list-payment-methods.ts'
import {
  asIs,
  type Call,
  type Called,
  call,
  checkInfo,
  demandMethod,
  saveInfo,
  settleCall,
} from './methods.ts'
import { demand } from './orders.ts'
import type { Account, Provider, Settle } from './provider.ts'

/** One that was added a moment ago is known there before it is said to be. */
async function demandNewest(ctx: TeamCtx, provider: Provider, account: Account, id: string) {
  const known = await listPaymentMethods(ctx)
  if (known.some(({ payment_method_id }) => payment_method_id === id)) return
  const settle = await provider.refresh(account)
  await inTransaction(ctx.db, settle)
  await demandMethod(ctx, id)
}

export const choosePaymentMethod = (
  provider: Provider | null,
): Handler<typeof api.choosePaymentMethod, Called<Settle>> => {
  const workOf =
    ({ payment_method_id, billing_info }: Input<typeof api.choosePaymentMethod>['body']): Call<Settle> =>
    async (asked, account, key) => {
      // who is invoiced is told first: it may be refused
      if (billing_info) await asked.changeInfo({ ...account, info: billing_info }, key)
      return asked.chooseMethod(account, payment_method_id, key)
    }
  return {
    prepare: async (ctx, { body }) => {
      if (body.billing_info) checkInfo(body.billing_info)
      return call(ctx, demand(provider), async (asked, account, key) => {
        await demandNewest(ctx, asked, account, body.payment_method_id)
        return workOf(body)(asked, account, key)
      })
    },
    handle: async (ctx, { body }, called) => {
      if (!called) await demandMethod(ctx, body.payment_method_id)
      await settleCall(ctx, demand(provider), called, workOf(body), asIs)
      if (body.billing_info) await saveInfo(ctx.tx, ctx.team.team_id, body.billing_info)
      return listPaymentMethods(ctx)
    },
  }
}
