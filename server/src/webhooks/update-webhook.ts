import type * as api from '@plumbline/contract/webhooks/webhooks'
import type { Webhook } from '@plumbline/contract/webhooks/webhooks'
import { checkPlanFeature } from '../billing/plan-limits.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { checkPaid } from '../http/check-paid.ts'
import { checkAddress, columns, findWebhook, giveUpWaiting, tellWebhooks } from './webhooks.ts'

/** As if nothing had failed: for another address, and for one that is switched on again. */
const afresh = { failures: 0, failing_since: null, stopped_at: null, held_until: null }

export async function updateWebhook(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.updateWebhook>,
): Promise<Webhook> {
  if (body.url !== undefined) checkAddress(ctx, body.url)
  const before = await findWebhook(ctx, params.webhookId)
  const isOnAgain = body.is_active === true && !before.is_active
  if (isOnAgain) {
    checkPaid(ctx, ctx.member.blocks_at)
    const { team_id } = await ctx.tx
      .selectFrom('projects')
      .select('team_id')
      .where('id', '=', ctx.member.project_id)
      .executeTakeFirstOrThrow()
    await checkPlanFeature(ctx, 'webhooks', [team_id])
  }
  if (body.is_active === false) await giveUpWaiting(ctx.tx, before.id, ctx.now())
  const isOther = body.url !== undefined && body.url !== before.url
  const hook = await ctx.tx
    .updateTable('webhooks')
    .set({
      ...body,
      ...(isOther || isOnAgain ? afresh : {}),
      events: [...new Set(body.events ?? before.events)],
    })
    .where('id', '=', before.id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  await tellWebhooks(ctx)
  return hook as Webhook
}
