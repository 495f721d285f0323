import type * as api from '@plumbline/contract/webhooks/webhooks'
import type { Delivery } from '@plumbline/contract/webhooks/webhooks'
import type { Handler } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { deliveryColumns, findActiveWebhook, limitDeliveries, queueDeliveries } from './deliveries.ts'

/** Sends a delivery again with its id and body, so that a receiver can deduplicate. */
export const sendDeliveryAgain: Handler<typeof api.sendDeliveryAgain, void> = {
  prepare: limitDeliveries,
  handle: async (ctx, { params }) => {
    const hook = await findActiveWebhook(ctx, params.webhookId)
    const row = await ctx.tx
      .updateTable('webhook_deliveries')
      .set({ state: 'WAITING', attempts: 0, next_at: ctx.now().toISOString(), finished_at: null })
      .where('id', '=', params.deliveryId)
      .where('webhook_id', '=', hook.id)
      .returning(deliveryColumns)
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    await queueDeliveries(ctx, hook.id)
    return row as Delivery
  },
}
