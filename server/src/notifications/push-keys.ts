import webPush from 'web-push'
import type { Tx } from '../db/database.ts'

/** The VAPID key pair that all processes share; created on the first start. */
export async function ensurePushKeys(tx: Tx): Promise<{ public_key: string; private_key: string }> {
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
