import type * as api from '@plumbline/contract/webhooks/webhooks'
import type { Input, ProjectCtx } from '../context.ts'
import { newSecret, sealSecret } from './sign.ts'
import { findWebhook, tellWebhooks } from './webhooks.ts'

export async function replaceWebhookSecret(
  ctx: ProjectCtx,
  { params }: Input<typeof api.replaceWebhookSecret>,
) {
  const hook = await findWebhook(ctx, params.webhookId)
  const secret = newSecret()
  await ctx.tx
    .updateTable('webhooks')
    .set({ secret: sealSecret(ctx, hook.id, secret) })
    .where('id', '=', hook.id)
    .execute()
  await tellWebhooks(ctx)
  return { ...hook, secret }
}
