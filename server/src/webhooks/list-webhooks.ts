import type { Webhook } from '@plumbline/contract/webhooks/webhooks'
import type { ProjectCtx } from '../context.ts'
import { selectWebhooks, webhookColumns } from './webhooks.ts'

export async function listWebhooks(ctx: ProjectCtx): Promise<Webhook[]> {
  const rows = await selectWebhooks(ctx).select(webhookColumns).orderBy('created_at').orderBy('id').execute()
  return rows as Webhook[]
}
