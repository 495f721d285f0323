import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Server } from '../context.ts'

/** Secrets and signatures as Standard Webhooks has them (standardwebhooks.com). */

const PREFIX = 'whsec_'

export const newSecret = () => PREFIX + randomBytes(32).toString('base64')

/** At rest a secret is encrypted, bound to its webhook, with a key that is not in the database. */
const sealKey = ({ secret }: Pick<Server, 'secret'>) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'plumbline webhook', 32))

export function seal(server: Pick<Server, 'secret'>, webhookId: string, secret: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealKey(server), iv).setAAD(Buffer.from(webhookId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Null: it was encrypted by a server with another key. */
export function unseal(server: Pick<Server, 'secret'>, webhookId: string, text: string): string | null {
  const bytes = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', sealKey(server), bytes.subarray(0, 12))
    .setAAD(Buffer.from(webhookId))
    .setAuthTag(bytes.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** What a delivery carries beside its body. */
export function signedHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
