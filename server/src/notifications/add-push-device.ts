import { randomUUIDv7 } from 'node:crypto'
import { isIP } from 'node:net'
import type * as api from '@plumbline/contract/notifications/settings'
import { getSessionId } from '../auth/sessions.ts'
import type { Handler, Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { isPublicAddress } from './public-address.ts'

/** Browsers in which somebody has turned pushes on. */

const MOST_DEVICES = 20

/** A name is looked up when it is contacted; what is an address already can be judged now. */
function isReachable(endpoint: string): boolean {
  const { protocol, hostname, port, username } = new URL(endpoint)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:' || username || (port && port !== '443')) return false
  return isIP(host) === 0 ? host.includes('.') && !host.endsWith('.localhost') : isPublicAddress(host)
}

/** The same endpoint again is the same browser: perhaps with new keys, or with somebody else in front of it. */
async function add(ctx: UserCtx, { body }: Input<typeof api.addPushDevice>) {
  const { tx, actor, config } = ctx
  if (!config.webPush) throw new Refusal('unavailable')
  if (!isReachable(body.endpoint)) throw new Refusal('bad_request', { fields: { endpoint: 'Not valid' } })
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
  // the oldest give way: a browser that was reset leaves one behind that nobody can remove there
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
  handle: add,
}
