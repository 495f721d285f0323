import { isIP } from 'node:net'
import type { Webhook } from '@plumbline/contract/webhooks/webhooks'
import type { ProjectCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { isPublicAddress } from '../notifications/public-address.ts'
export const webhookColumns = [
  'id',
  'url',
  'events',
  'is_active',
  'created_at',
  'failing_since',
  'stopped_at',
] as const

export const tellWebhooks = (ctx: Pick<ProjectCtx, 'tell' | 'member'>) =>
  ctx.tell('webhook.updated', {
    project_id: ctx.member.project_id,
    data: {},
    audience: { level: 'ADMIN' },
  })

/** The only door to webhooks: those of the project. */
export const selectWebhooks = ({ tx, member }: ProjectCtx) =>
  tx.selectFrom('webhooks').where('project_id', '=', member.project_id)

/** One of them, held against other changes; events go on being told to it. */
export async function findWebhook(ctx: ProjectCtx, id: string): Promise<Webhook> {
  const hook = await selectWebhooks(ctx)
    .select(webhookColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!hook) throw new Refusal('not_found')
  return hook as Webhook
}

/** What can be seen of an address without asking; what its name leads to is looked up by each connection. */
export function checkWebhookAddress({ config }: ProjectCtx, address: string) {
  if (config.webhooksAllowPrivate) return
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:')
    throw new Refusal('bad_request', { fields: { url: 'This server sends to https:// only' } })
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host))
    throw new Refusal('bad_request', { fields: { url: 'This is not an address of the public internet' } })
}

/** What waits of a webhook that is switched off is not sent any more. */
export async function cancelWaitingDeliveries(tx: Tx, webhookId: string, now: Date): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'FAILED', error: 'switched_off', next_at: null, finished_at: now.toISOString() })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'WAITING')
    .execute()
}
