import type * as api from '@plumbline/contract/webhooks/webhooks'
import type { Delivery } from '@plumbline/contract/webhooks/webhooks'
import type { Handler } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { columns, findActive, limit, start } from './deliveries.ts'

/** With its id, by which a receiver knows what it has already, and its words. */
export const sendDeliveryAgain: Handler<typeof api.sendDeliveryAgain, void> = {
  prepare: limit,
  handle: async (ctx, { params }) => {
    const hook = await findActive(ctx, params.webhookId)
    const row = await ctx.tx
      .updateTable('webhook_deliveries')
      .set({ state: 'WAITING', attempts: 0, next_at: ctx.now().toISOString(), finished_at: null })
      .where('id', '=', params.deliveryId)
      .where('webhook_id', '=', hook.id)
      .returning(columns)
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    await start(ctx, hook.id)
    return row as Delivery
  },
}
