import { createHmac, randomBytes } from 'node:crypto'
import type { Server } from '../context.ts'
import { type SealOptions, seal, unseal } from '../seal.ts'
import type { SecretKeys } from '../secret.ts'

const PREFIX = 'whsec_'

export const createWebhookSecret = () => PREFIX + randomBytes(32).toString('base64')

const buildSealOptions = (webhookId: string): SealOptions => ({ purpose: 'webhook', owner: webhookId })

export const sealWebhookSecret = (
  server: Pick<Server, 'secret'>,
  webhookId: string,
  secret: string,
): string => seal(server, buildSealOptions(webhookId), Buffer.from(secret))

/** Decrypts a secret; null if it was encrypted with another server key. */
export const unsealWebhookSecret = (server: SecretKeys, webhookId: string, text: string): string | null =>
  unseal(server, buildSealOptions(webhookId), text)?.toString('utf8') ?? null

/** The signature headers of a delivery by the Standard Webhooks specification (standardwebhooks.com). */
export function buildSignatureHeaders(
  secret: string,
  id: string,
  at: Date,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
