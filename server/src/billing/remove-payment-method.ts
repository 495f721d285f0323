import type * as api from '@plumbline/contract/billing/billing'
import type { Handler, TeamCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { getSubscriptionRow, lockSubscription } from './accounts.ts'
import type { BillingProvider, ResultWriter } from './provider.ts'
import {
  callRemoteProvider,
  checkPaymentMethod,
  getWriter,
  type ProviderCall,
  type RemoteResult,
  storeCallResult,
} from './provider-calls.ts'
import { isRenewing } from './subscription-reads.ts'
import { checkProvider } from './subscription-requests.ts'

/** The last one stays while something has to be paid with it. */
async function checkRemoval(ctx: TeamCtx, id: string): Promise<void> {
  const methods = await checkPaymentMethod(ctx, id)
  const row = await getSubscriptionRow(ctx.tx, ctx.team.team_id)
  if (methods.length === 1 && isRenewing(row, ctx.now()))
    throw new Refusal('wrong_state', {
      message: 'The last payment method stays as long as the subscription goes on',
    })
}

export const removePaymentMethod = (
  provider: BillingProvider | null,
): Handler<typeof api.removePaymentMethod, RemoteResult<ResultWriter>> => {
  const workOf =
    (id: string): ProviderCall<ResultWriter> =>
    (asked, account, key) =>
      asked.removePaymentMethod(account, id, key)
  return {
    prepare: (ctx, { params: { pmId } }) =>
      callRemoteProvider(ctx, checkProvider(provider), async (...asked) => {
        // while no other call goes on: of two at once that remove the last two, one is refused
        await checkRemoval(ctx, pmId)
        return workOf(pmId)(...asked)
      }),
    handle: async (ctx, { params }, called) => {
      if (!called) {
        await lockSubscription(ctx.tx, ctx.team.team_id)
        await checkRemoval(ctx, params.pmId)
      }
      await storeCallResult(ctx, checkProvider(provider), called, workOf(params.pmId), getWriter)
    },
  }
}
