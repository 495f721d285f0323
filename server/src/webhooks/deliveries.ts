import { reason } from '@plumbline/contract/reasons'
import type { ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { findWebhook, tellWebhooks } from './webhooks.ts'
export const deliveryColumns = [
  'id',
  'event',
  'state',
  'attempts',
  'status_code',
  'duration_ms',
  'error',
  'created_at',
  'next_at',
  'finished_at',
] as const
export const limitDeliveries = (ctx: ProjectCtx) => ctx.limit(`webhook:${ctx.member.project_id}`, 30, 60)

/** An active webhook, locked. @throws Refusal wrong_state if it is switched off */
export async function findActiveWebhook(ctx: ProjectCtx, id: string) {
  const hook = await findWebhook(ctx, id)
  if (!hook.is_active) throw new Refusal('wrong_state', reason('webhook_off'))
  return hook
}

/** Queues the webhook's deliveries at once, ending a backoff: a user waits for the result. */
export async function queueDeliveries(ctx: ProjectCtx, webhook_id: string) {
  await ctx.tx.updateTable('webhooks').set({ held_until: null }).where('id', '=', webhook_id).execute()
  await ctx.jobs.add(ctx.tx, 'webhook', { webhook_id })
  await tellWebhooks(ctx)
}
