import type * as api from '@plumbline/contract/access/access'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { decideAccessRequest, selectAccessRequests } from './access-requests.ts'

/** Only the caller's own request can be cancelled. */
export async function cancelAccessRequest(ctx: UserCtx, { params }: Input<typeof api.cancelAccessRequest>) {
  const row = await selectAccessRequests(ctx)
    .where('r.id', '=', params.requestId)
    .where('r.project_id', '=', params.id)
    .where('r.user_id', '=', ctx.actor.user_id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return decideAccessRequest(ctx, row.id, { state: 'CANCELLED' })
}
