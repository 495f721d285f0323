import { isIP } from 'node:net'
import { reason } from '@plumbline/contract/reasons'
import type { Webhook } from '@plumbline/contract/webhooks/webhooks'
import { recordAudit } from '../audit/record-audit.ts'
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

/** Records the host only: the rest of an address may hold a secret. */
export const recordWebhookAct = (
  ctx: ProjectCtx,
  kind: 'WEBHOOK_CREATED' | 'WEBHOOK_CHANGED' | 'WEBHOOK_DELETED',
  url: string,
) => recordAudit(ctx, { project_id: ctx.member.project_id }, { kind, data: { host: new URL(url).hostname } })

/** The only query for webhooks: those of the project. */
export const selectWebhooks = ({ tx, member }: ProjectCtx) =>
  tx.selectFrom('webhooks').where('project_id', '=', member.project_id)

/** One webhook, locked against changes but not against new deliveries. @throws Refusal not_found */
export async function findWebhook(ctx: ProjectCtx, id: string): Promise<Webhook> {
  const hook = await selectWebhooks(ctx)
    .select(webhookColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!hook) throw new Refusal('not_found')
  return hook as Webhook
}

/** Checks the protocol and a literal IP address; host names are checked on each connection. */
export function checkWebhookAddress({ config }: ProjectCtx, address: string) {
  if (config.webhooksAllowPrivate) return
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:')
    throw new Refusal('bad_request', { fields: { url: reason('webhook_without_https') } })
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host))
    throw new Refusal('bad_request', { fields: { url: reason('webhook_not_public') } })
}

/** Marks the waiting deliveries of a switched-off webhook as failed. */
export async function cancelWaitingDeliveries(tx: Tx, webhookId: string, now: Date): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'FAILED', error: 'switched_off', next_at: null, finished_at: now.toISOString() })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'WAITING')
    .execute()
}
