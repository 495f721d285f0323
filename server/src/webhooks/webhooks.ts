import { randomUUIDv7 } from 'node:crypto'
import { isIP } from 'node:net'
import { fill } from '@plumbline/contract/sentences'
import type * as api from '@plumbline/contract/webhooks/webhooks'
import type { Webhook } from '@plumbline/contract/webhooks/webhooks'
import { demandFeature } from '../billing/limits.ts'
import type { Input, ProjectCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { refuseUnpaid } from '../http/unpaid.ts'
import { isPublicAddress } from '../notifications/public-address.ts'
import { newSecret, sealSecret } from './sign.ts'

/** The webhooks of a project, which its administrators keep. */

const MOST = 20
const columns = ['id', 'url', 'events', 'is_active', 'created_at', 'failing_since', 'stopped_at'] as const

export const tellWebhooks = (ctx: Pick<ProjectCtx, 'tell' | 'member'>) =>
  ctx.tell('webhook.updated', {
    project_id: ctx.member.project_id,
    data: {},
    audience: { level: 'ADMIN' },
  })

/** The only door to webhooks: those of the project. */
export const webhooksOf = ({ tx, member }: ProjectCtx) =>
  tx.selectFrom('webhooks').where('project_id', '=', member.project_id)

/** One of them, held against other changes; events go on being told to it. */
export async function findWebhook(ctx: ProjectCtx, id: string): Promise<Webhook> {
  const hook = await webhooksOf(ctx).select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!hook) throw new Refusal('not_found')
  return hook as Webhook
}

export async function readWebhooks(ctx: ProjectCtx): Promise<Webhook[]> {
  const rows = await webhooksOf(ctx).select(columns).orderBy('created_at').orderBy('id').execute()
  return rows as Webhook[]
}

/** What can be seen of an address without asking; what its name leads to is looked up by each connection. */
function checkAddress({ config }: ProjectCtx, address: string) {
  if (config.webhooksAllowPrivate) return
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:')
    throw new Refusal('bad_request', { fields: { url: 'This server sends to https:// only' } })
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host))
    throw new Refusal('bad_request', { fields: { url: 'This is not an address of the public internet' } })
}

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

export async function addWebhook(ctx: ProjectCtx, { body }: Input<typeof api.createWebhook>) {
  checkAddress(ctx, body.url)
  await demandFeature(ctx, 'webhooks', [await holdProject(ctx)])
  const { count } = await webhooksOf(ctx)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST)
    throw new Refusal('conflict', {
      message: fill('A project has at most {count} webhooks', { count: MOST }),
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

/** What waits of a webhook that is switched off is not sent any more. */
export async function giveUpWaiting(tx: Tx, webhookId: string, now: Date): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'FAILED', error: 'switched_off', next_at: null, finished_at: now.toISOString() })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'WAITING')
    .execute()
}

/** As if nothing had failed: for another address, and for one that is switched on again. */
const afresh = { failures: 0, failing_since: null, stopped_at: null, held_until: null }

export async function changeWebhook(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.updateWebhook>,
): Promise<Webhook> {
  if (body.url !== undefined) checkAddress(ctx, body.url)
  const before = await findWebhook(ctx, params.webhookId)
  const isOnAgain = body.is_active === true && !before.is_active
  if (isOnAgain) {
    refuseUnpaid(ctx, ctx.member.blocks_at)
    const { team_id } = await ctx.tx
      .selectFrom('projects')
      .select('team_id')
      .where('id', '=', ctx.member.project_id)
      .executeTakeFirstOrThrow()
    await demandFeature(ctx, 'webhooks', [team_id])
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

export async function changeSecret(ctx: ProjectCtx, { params }: Input<typeof api.replaceWebhookSecret>) {
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

export async function removeWebhook(
  ctx: ProjectCtx,
  { params }: Input<typeof api.deleteWebhook>,
): Promise<void> {
  const hook = await findWebhook(ctx, params.webhookId)
  await ctx.tx.deleteFrom('webhooks').where('id', '=', hook.id).execute()
  await tellWebhooks(ctx)
}
