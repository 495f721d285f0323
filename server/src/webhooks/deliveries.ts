import type * as api from '@plumbline/contract/webhooks/webhooks'
import type { Delivery } from '@plumbline/contract/webhooks/webhooks'
import type { Handler, Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { newDelivery } from './outbox.ts'
import { findWebhook, tellWebhooks, webhooksOf } from './webhooks.ts'

/** What was sent and what came of it. */

const SHOWN = 100
const columns = [
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

export async function readDeliveries(
  ctx: ProjectCtx,
  { params }: Input<typeof api.listDeliveries>,
): Promise<Delivery[]> {
  const hook = await webhooksOf(ctx).select('id').where('id', '=', params.webhookId).executeTakeFirst()
  if (!hook) throw new Refusal('not_found')
  const rows = await ctx.tx
    .selectFrom('webhook_deliveries')
    .select(columns)
    .where('webhook_id', '=', hook.id)
    .orderBy('seq', 'desc')
    .limit(SHOWN)
    .execute()
  return rows as Delivery[]
}

const limit = (ctx: ProjectCtx) => ctx.limit(`webhook:${ctx.member.project_id}`, 30, 60)

/** One that is switched off sends nothing, tests neither. */
async function findActive(ctx: ProjectCtx, id: string) {
  const hook = await findWebhook(ctx, id)
  if (!hook.is_active) throw new Refusal('wrong_state', { message: 'This webhook is switched off' })
  return hook
}

/** Somebody waits for it: the rest after a failure ends. */
async function start(ctx: ProjectCtx, webhook_id: string) {
  await ctx.tx.updateTable('webhooks').set({ held_until: null }).where('id', '=', webhook_id).execute()
  await ctx.jobs.add(ctx.tx, 'webhook', { webhook_id })
  await tellWebhooks(ctx)
}

export const sendTest: Handler<typeof api.testWebhook, void> = {
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

/** With its id, by which a receiver knows what it has already, and its words. */
export const sendAgain: Handler<typeof api.sendDeliveryAgain, void> = {
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
