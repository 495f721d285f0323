import type * as api from '@plumbline/contract/webhooks/webhooks'
import type { Delivery } from '@plumbline/contract/webhooks/webhooks'
import type { Handler } from '../context.ts'
import { deliveryColumns, findActiveWebhook, limitDeliveries, queueDeliveries } from './deliveries.ts'
import { buildDelivery } from './webhook-writer.ts'

export const testWebhook: Handler<typeof api.testWebhook, void> = {
  prepare: limitDeliveries,
  handle: async (ctx, { params }) => {
    const hook = await findActiveWebhook(ctx, params.webhookId)
    const row = await ctx.tx
      .insertInto('webhook_deliveries')
      .values(buildDelivery(hook.id, 'test', ctx.now(), { project_id: ctx.member.project_id }))
      .returning(deliveryColumns)
      .executeTakeFirstOrThrow()
    await queueDeliveries(ctx, hook.id)
    return row as Delivery
  },
}
