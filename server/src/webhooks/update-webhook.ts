import type * as api from '@plumbline/contract/webhooks/webhooks'
import type { Webhook } from '@plumbline/contract/webhooks/webhooks'
import { checkPlanFeature } from '../billing/plan-limits.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { checkPaid } from '../http/check-paid.ts'
import {
  cancelWaitingDeliveries,
  checkWebhookAddress,
  findWebhook,
  recordWebhookAct,
  tellWebhooks,
  webhookColumns,
} from './webhooks.ts'

/** Resets the failure state, for a new address and for a webhook that is switched on again. */
const noFailures = { failures: 0, failing_since: null, stopped_at: null, held_until: null }

export async function updateWebhook(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.updateWebhook>,
): Promise<Webhook> {
  if (body.url !== undefined) checkWebhookAddress(ctx, body.url)
  const before = await findWebhook(ctx, params.webhookId)
  const isReactivated = body.is_active === true && !before.is_active
  if (isReactivated) {
    checkPaid(ctx, ctx.member.blocks_at)
    const { team_id } = await ctx.tx
      .selectFrom('projects')
      .select('team_id')
      .where('id', '=', ctx.member.project_id)
      .executeTakeFirstOrThrow()
    await checkPlanFeature(ctx, 'webhooks', [team_id])
  }
  if (body.is_active === false) await cancelWaitingDeliveries(ctx.tx, before.id, ctx.now())
  const hasNewUrl = body.url !== undefined && body.url !== before.url
  const hook = await ctx.tx
    .updateTable('webhooks')
    .set({
      ...body,
      ...(hasNewUrl || isReactivated ? noFailures : {}),
      events: [...new Set(body.events ?? before.events)],
    })
    .where('id', '=', before.id)
    .returning(webhookColumns)
    .executeTakeFirstOrThrow()
  await tellWebhooks(ctx)
  await recordWebhookAct(ctx, 'WEBHOOK_CHANGED', hook.url)
  return hook as Webhook
}
