import type * as api from '@plumbline/contract/billing/billing'
import { reason } from '@plumbline/contract/reasons'
import type { Handler, TeamCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { getSubscriptionRow, lockSubscription } from './accounts.ts'
import type { BillingProvider, ResultWriter } from './provider.ts'
import {
  callRemoteProvider,
  checkPaymentMethod,
  type ProviderCall,
  type RemoteResult,
  storeCallResult,
} from './provider-calls.ts'

import { isRenewing } from './subscription-reads.ts'
import { checkProvider } from './subscription-requests.ts'

/** Refuses to remove the last payment method of a renewing subscription. */
async function checkRemoval(ctx: TeamCtx, id: string): Promise<void> {
  const methods = await checkPaymentMethod(ctx, id)
  const row = await getSubscriptionRow(ctx.tx, ctx.team.team_id)
  if (methods.length === 1 && isRenewing(row, ctx.now()))
    throw new Refusal('wrong_state', reason('last_payment_method'))
}

export const removePaymentMethod = (
  provider: BillingProvider | null,
): Handler<typeof api.removePaymentMethod, RemoteResult<ResultWriter>> => {
  const buildCall =
    (id: string): ProviderCall<ResultWriter> =>
    (target, account, key) =>
      target.removePaymentMethod(account, id, key)
  return {
    prepare: (ctx, { params: { pmId } }) =>
      callRemoteProvider(ctx, checkProvider(provider), async (...call) => {
        // checked under the lease: of two concurrent calls that remove the last two methods, one is refused
        await checkRemoval(ctx, pmId)
        return buildCall(pmId)(...call)
      }),
    handle: async (ctx, { params }, remote) => {
      if (!remote) {
        await lockSubscription(ctx.tx, ctx.team.team_id)
        await checkRemoval(ctx, params.pmId)
      }
      await storeCallResult(ctx, checkProvider(provider), remote, buildCall(params.pmId), (writer) => writer)
    },
  }
}
