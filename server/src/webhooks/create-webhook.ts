import { randomUUIDv7 } from 'node:crypto'
import { reason } from '@plumbline/contract/reasons'
import type * as api from '@plumbline/contract/webhooks/webhooks'
import type { Webhook } from '@plumbline/contract/webhooks/webhooks'
import { checkPlanFeature } from '../billing/plan-limits.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { createWebhookSecret, sealWebhookSecret } from './sign.ts'
import {
  checkWebhookAddress,
  recordWebhookAct,
  selectWebhooks,
  tellWebhooks,
  webhookColumns,
} from './webhooks.ts'

const MAX_WEBHOOKS = 20

/** Locks the project, so that concurrent requests cannot exceed the limit; returns its team id. */
async function lockProjectOfWebhooks({ tx, member }: ProjectCtx): Promise<string> {
  const { team_id } = await tx
    .selectFrom('projects')
    .select('team_id')
    .where('id', '=', member.project_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return team_id
}

export async function createWebhook(ctx: ProjectCtx, { body }: Input<typeof api.createWebhook>) {
  checkWebhookAddress(ctx, body.url)
  await checkPlanFeature(ctx, 'webhooks', [await lockProjectOfWebhooks(ctx)])
  const { count } = await selectWebhooks(ctx)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MAX_WEBHOOKS)
    throw new Refusal('conflict', reason('too_many_webhooks', { count: MAX_WEBHOOKS }))
  const id = randomUUIDv7()
  const secret = createWebhookSecret()
  const hook = await ctx.tx
    .insertInto('webhooks')
    .values({
      id,
      project_id: ctx.member.project_id,
      url: body.url,
      events: [...new Set(body.events)],
      secret: sealWebhookSecret(ctx, id, secret),
      created_by: ctx.member.user_id,
      created_at: ctx.now().toISOString(),
    })
    .returning(webhookColumns)
    .executeTakeFirstOrThrow()
  await tellWebhooks(ctx)
  await recordWebhookAct(ctx, 'WEBHOOK_CREATED', hook.url)
  return { ...(hook as Webhook), secret }
}
