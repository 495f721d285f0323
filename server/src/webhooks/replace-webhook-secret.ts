import type * as api from '@plumbline/contract/webhooks/webhooks'
import type { Input, ProjectCtx } from '../context.ts'
import { createWebhookSecret, sealWebhookSecret } from './sign.ts'
import { findWebhook, recordWebhookAct, tellWebhooks } from './webhooks.ts'

export async function replaceWebhookSecret(
  ctx: ProjectCtx,
  { params }: Input<typeof api.replaceWebhookSecret>,
) {
  const hook = await findWebhook(ctx, params.webhookId)
  const secret = createWebhookSecret()
  await ctx.tx
    .updateTable('webhooks')
    .set({ secret: sealWebhookSecret(ctx, hook.id, secret) })
    .where('id', '=', hook.id)
    .execute()
  await tellWebhooks(ctx)
  await recordWebhookAct(ctx, 'WEBHOOK_CHANGED', hook.url)
  return { ...hook, secret }
}
