import type * as api from '@plumbline/contract/webhooks/webhooks'
import type { Delivery } from '@plumbline/contract/webhooks/webhooks'
import type { Handler } from '../context.ts'
import { columns, findActive, limit, start } from './deliveries.ts'
import { newDelivery } from './outbox.ts'

export const testWebhook: Handler<typeof api.testWebhook, void> = {
  prepare: limit,
  handle: async (ctx, { params }) => {
    const hook = await findActive(ctx, params.webhookId)
    const row = await ctx.tx
      .insertInto('webhook_deliveries')
      .values(newDelivery(hook.id, 'test', ctx.now(), { project_id: ctx.member.project_id }))
      .returning(columns)
      .executeTakeFirstOrThrow()
    await start(ctx, hook.id)
    return row as Delivery
  },
}
