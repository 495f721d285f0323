import { randomUUIDv7 } from 'node:crypto'
import { isIP } from 'node:net'
import type * as api from '@plumbline/contract/notifications/settings'
import { reason } from '@plumbline/contract/reasons'
import { getSessionId } from '../auth/sessions.ts'
import type { Handler, Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { isPublicAddress } from './public-address.ts'

const MOST_DEVICES = 20

/** Whether an endpoint may be public: an IP address is checked now, a host name when it is connected to. */
function isReachable(endpoint: string): boolean {
  const { protocol, hostname, port, username } = new URL(endpoint)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:' || username || (port && port !== '443')) return false
  return isIP(host) === 0 ? host.includes('.') && !host.endsWith('.localhost') : isPublicAddress(host)
}

/** Upserts a push subscription: a known endpoint may have new keys or belong to another user now. */
async function upsertDevice(ctx: UserCtx, { body }: Input<typeof api.addPushDevice>) {
  const { tx, actor, config } = ctx
  if (!config.webPush) throw new Refusal('unavailable')
  if (!isReachable(body.endpoint))
    throw new Refusal('bad_request', { fields: { endpoint: reason('not_valid') } })
  const { user_id } = actor
  const before = await tx
    .selectFrom('push_devices')
    .select('user_id')
    .where('endpoint', '=', body.endpoint)
    .forUpdate()
    .executeTakeFirst()
  const device = { ...body.keys, user_id, session_id: getSessionId(actor), name: body.name }
  const { id } = await tx
    .insertInto('push_devices')
    .values({ id: randomUUIDv7(), endpoint: body.endpoint, ...device })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(device))
    .returning('id')
    .executeTakeFirstOrThrow()
  // drops the oldest beyond the limit: a browser that was reset leaves a subscription that the user cannot remove there
  await tx
    .deleteFrom('push_devices')
    .where('user_id', '=', user_id)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('push_devices')
        .select('id')
        .where('user_id', '=', user_id)
        .orderBy('created_at', 'desc')
        .limit(MOST_DEVICES),
    )
    .execute()
  const users = [...new Set([user_id, before?.user_id ?? user_id])]
  await ctx.tell('notification_settings.updated', { project_id: null, data: {}, audience: { users } })
  return { id }
}

export const addPushDevice: Handler<typeof api.addPushDevice, void> = {
  prepare: (ctx) => ctx.limit(`push:${ctx.actor.user_id}`, 60, 3600),
  handle: upsertDevice,
}
