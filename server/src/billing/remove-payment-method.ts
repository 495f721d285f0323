import type * as api from '@plumbline/contract/billing/billing'
import type { Handler, TeamCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { holdRow, readRow } from './accounts.ts'
import { asIs, type Call, type Called, call, demandMethod, settleCall } from './methods.ts'
import { demand } from './orders.ts'
import type { Provider, Settle } from './provider.ts'
import { goesOn } from './reads.ts'

/** The last one stays while something has to be paid with it. */
async function mayRemove(ctx: TeamCtx, id: string): Promise<void> {
  const methods = await demandMethod(ctx, id)
  const row = await readRow(ctx.tx, ctx.team.team_id)
  if (methods.length === 1 && goesOn(row, ctx.now()))
    throw new Refusal('wrong_state', {
      message: 'The last payment method stays as long as the subscription goes on',
    })
}

export const removePaymentMethod = (
  provider: Provider | null,
): Handler<typeof api.removePaymentMethod, Called<Settle>> => {
  const workOf =
    (id: string): Call<Settle> =>
    (asked, account, key) =>
      asked.removeMethod(account, id, key)
  return {
    prepare: (ctx, { params: { pmId } }) =>
      call(ctx, demand(provider), async (...asked) => {
        // while no other call goes on: of two at once that remove the last two, one is refused
        await mayRemove(ctx, pmId)
        return workOf(pmId)(...asked)
      }),
    handle: async (ctx, { params }, called) => {
      if (!called) {
        await holdRow(ctx.tx, ctx.team.team_id)
        await mayRemove(ctx, params.pmId)
      }
      await settleCall(ctx, demand(provider), called, workOf(params.pmId), asIs)
    },
  }
}
