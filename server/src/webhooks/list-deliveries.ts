import type * as api from '@plumbline/contract/webhooks/webhooks'
import type { Delivery } from '@plumbline/contract/webhooks/webhooks'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { deliveryColumns } from './deliveries.ts'
import { selectWebhooks } from './webhooks.ts'

const MAX_LISTED = 100

export async function listDeliveries(
  ctx: ProjectCtx,
  { params }: Input<typeof api.listDeliveries>,
): Promise<Delivery[]> {
  const hook = await selectWebhooks(ctx).select('id').where('id', '=', params.webhookId).executeTakeFirst()
  if (!hook) throw new Refusal('not_found')
  const rows = await ctx.tx
    .selectFrom('webhook_deliveries')
    .select(deliveryColumns)
    .where('webhook_id', '=', hook.id)
    .orderBy('seq', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows as Delivery[]
}
