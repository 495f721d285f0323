import { createHash, randomUUIDv7 } from 'node:crypto'
import { isIP } from 'node:net'
import type * as api from '@plumbline/contract/notifications/settings'
import webPush from 'web-push'
import { sessionOf } from '../auth/sessions.ts'
import type { Handler, Input, UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { isPublicAddress } from './public-address.ts'

/** Browsers in which somebody has turned pushes on. */

const MOST_DEVICES = 20

/** The key pair of this server, which all its processes share; made at the first start, when app.ts asks for it. */
export async function pushKeys(tx: Tx): Promise<{ public_key: string; private_key: string }> {
  const read = () => tx.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()
  const known = await read()
  if (known) return known
  const { publicKey: public_key, privateKey: private_key } = webPush.generateVAPIDKeys()
  await tx
    .insertInto('push_keys')
    .values({ public_key, private_key })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await read()) ?? { public_key, private_key }
}

const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex')

export async function ownDevices({ tx, actor, config }: UserCtx) {
  const devices = await tx
    .selectFrom('push_devices')
    .select(['id', 'name', 'created_at', 'endpoint'])
    .where('user_id', '=', actor.user_id)
    .orderBy('created_at')
    .execute()
  return {
    public_key: config.webPush ? (await pushKeys(tx)).public_key : null,
    devices: devices.map(({ endpoint, ...device }) => ({ ...device, endpoint_hash: hashOf(endpoint) })),
  }
}

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
  const device = { ...body.keys, user_id, session_id: sessionOf(actor), name: body.name }
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

export const addDevice: Handler<typeof api.addPushDevice, void> = {
  prepare: (ctx) => ctx.limit(`push:${ctx.actor.user_id}`, 60, 3600),
  handle: add,
}

export async function removeDevice(
  ctx: UserCtx,
  { params }: Input<typeof api.removePushDevice>,
): Promise<void> {
  const { user_id } = ctx.actor
  const gone = await ctx.tx
    .deleteFrom('push_devices')
    .where('id', '=', params.deviceId)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw new Refusal('not_found')
  const audience = { users: [user_id] }
  await ctx.tell('notification_settings.updated', { project_id: null, data: {}, audience })
}
