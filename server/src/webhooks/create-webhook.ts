import { randomUUIDv7 } from 'node:crypto'
import { fillSentence } from '@plumbline/contract/sentences'
import type * as api from '@plumbline/contract/webhooks/webhooks'
import type { Webhook } from '@plumbline/contract/webhooks/webhooks'
import { checkPlanFeature } from '../billing/plan-limits.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { newSecret, sealSecret } from './sign.ts'
import { checkAddress, columns, tellWebhooks, webhooksOf } from './webhooks.ts'

/** The webhooks of a project, which its administrators keep. */

const MOST = 20

/** Holds the project, so that of many at once no more are added than there may be. */
async function holdProject({ tx, member }: ProjectCtx): Promise<string> {
  const { team_id } = await tx
    .selectFrom('projects')
    .select('team_id')
    .where('id', '=', member.project_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return team_id
}

export async function createWebhook(ctx: ProjectCtx, { body }: Input<typeof api.createWebhook>) {
  checkAddress(ctx, body.url)
  await checkPlanFeature(ctx, 'webhooks', [await holdProject(ctx)])
  const { count } = await webhooksOf(ctx)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST)
    throw new Refusal('conflict', {
      message: fillSentence('A project has at most {count} webhooks', { count: MOST }),
    })
  const [id, secret] = [randomUUIDv7(), newSecret()]
  const hook = await ctx.tx
    .insertInto('webhooks')
    .values({
      id,
      project_id: ctx.member.project_id,
      url: body.url,
      events: [...new Set(body.events)],
      secret: sealSecret(ctx, id, secret),
      created_by: ctx.member.user_id,
      created_at: ctx.now().toISOString(),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await tellWebhooks(ctx)
  return { ...(hook as Webhook), secret }
}
