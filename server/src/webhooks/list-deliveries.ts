import type * as api from '@plumbline/contract/webhooks/webhooks'
import type { Delivery } from '@plumbline/contract/webhooks/webhooks'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { columns } from './deliveries.ts'
import { webhooksOf } from './webhooks.ts'

/** What was sent and what came of it. */

const SHOWN = 100

export async function listDeliveries(
  ctx: ProjectCtx,
  { params }: Input<typeof api.listDeliveries>,
): Promise<Delivery[]> {
  const hook = await webhooksOf(ctx).select('id').where('id', '=', params.webhookId).executeTakeFirst()
  if (!hook) throw new Refusal('not_found')
  const rows = await ctx.tx
    .selectFrom('webhook_deliveries')
    .select(columns)
    .where('webhook_id', '=', hook.id)
    .orderBy('seq', 'desc')
    .limit(SHOWN)
    .execute()
  return rows as Delivery[]
}
