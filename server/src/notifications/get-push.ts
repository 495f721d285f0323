import { createHash } from 'node:crypto'
import type { UserCtx } from '../context.ts'
import { ensurePushKeys } from './push-keys.ts'

const computeEndpointHash = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex')

export async function getPush({ tx, actor, config }: UserCtx) {
  const devices = await tx
    .selectFrom('push_devices')
    .select(['id', 'name', 'created_at', 'endpoint'])
    .where('user_id', '=', actor.user_id)
    .orderBy('created_at')
    .execute()
  return {
    public_key: config.webPush ? (await ensurePushKeys(tx)).public_key : null,
    devices: devices.map(({ endpoint, ...device }) => ({
      ...device,
      endpoint_hash: computeEndpointHash(endpoint),
    })),
  }
}
