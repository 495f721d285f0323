import type * as api from '@plumbline/contract/webhooks/webhooks'
import type { Input, ProjectCtx } from '../context.ts'
import { findWebhook, recordWebhookAct, tellWebhooks } from './webhooks.ts'

export async function deleteWebhook(
  ctx: ProjectCtx,
  { params }: Input<typeof api.deleteWebhook>,
): Promise<void> {
  const hook = await findWebhook(ctx, params.webhookId)
  await ctx.tx.deleteFrom('webhooks').where('id', '=', hook.id).execute()
  await tellWebhooks(ctx)
  await recordWebhookAct(ctx, 'WEBHOOK_DELETED', hook.url)
}
