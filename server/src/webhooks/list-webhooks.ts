import type { Webhook } from '@plumbline/contract/webhooks/webhooks'
import type { ProjectCtx } from '../context.ts'
import { columns, webhooksOf } from './webhooks.ts'

export async function listWebhooks(ctx: ProjectCtx): Promise<Webhook[]> {
  const rows = await webhooksOf(ctx).select(columns).orderBy('created_at').orderBy('id').execute()
  return rows as Webhook[]
}
