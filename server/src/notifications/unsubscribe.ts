import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { type NotificationType, notificationTypes } from '@plumbline/contract/notifications/notifications'
import type * as api from '@plumbline/contract/notifications/settings'
import * as z from 'zod/mini'
import type { Handler, Input, PublicCtx, Server } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { listSecrets, type SecretKeys } from '../secret.ts'
import { selectKeptIdOf } from '../users/merged-people.ts'
import { changeNotificationSettings } from './settings.ts'

/**
 * The unsubscribe link of notification mails. Its token, signed with a derived key, contains user and type: it needs no
 * session and permits nothing else.
 */

const TOKEN_PERIOD_MS = 400 * 24 * 3600 * 1000

const Claim = z.object({
  user_id: z.uuid(),
  /** null: all types */
  type: z.nullable(z.enum(notificationTypes)),
  /** expiry in ms since 1970 */
  until: z.number(),
})
type Claim = z.output<typeof Claim>

function computeSignature(secret: KeyObject, text: string): Buffer {
  const key = createHmac('sha256', secret).update('unsubscribe').digest()
  return createHmac('sha256', key).update(text).digest()
}

export function createUnsubscribeToken(
  server: Pick<Server, 'secret'>,
  user_id: string,
  type: NotificationType | null,
  now: Date,
): string {
  const claim: Claim = { user_id, type, until: now.getTime() + TOKEN_PERIOD_MS }
  const text = Buffer.from(JSON.stringify(claim)).toString('base64url')
  return `${text}.${computeSignature(server.secret, text).toString('base64url')}`
}

/** The claim of a token; null if its signature is wrong or it has expired. */
function parseToken(server: SecretKeys, token: string, now: Date): Claim | null {
  const [text = '', signed = ''] = token.split('.')
  const given = Buffer.from(signed, 'base64url')
  const isSigned = listSecrets(server).some((secret) => {
    const expected = computeSignature(secret, text)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned) return null
  const claim = z.parse(Claim, JSON.parse(Buffer.from(text, 'base64url').toString()))
  return claim.until > now.getTime() ? claim : null
}

/** Turns off mails of one type or of all; idempotent. */
async function endMails(ctx: PublicCtx, { params }: Input<typeof api.unsubscribe>) {
  const claim = parseToken(ctx, params.token, ctx.now())
  const user =
    claim &&
    // the mail may be of an account merged into another one
    (await ctx.tx
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', '=', selectKeptIdOf(claim.user_id))
      .executeTakeFirst())
  if (!claim || !user) throw new Refusal('link_expired')
  const user_id = user.id
  const { type } = claim
  const ended = (type ? [type] : [...notificationTypes]).map((one) => [one, { email: 'OFF' }] as const)
  await changeNotificationSettings(ctx, user_id, { types: Object.fromEntries(ended) })
  const all_token = type && createUnsubscribeToken(ctx, user_id, null, ctx.now())
  return { type, email: user.email, all_token }
}

/** The rate limit per address is high: mail providers request the link for many users from few addresses. */
export const unsubscribe: Handler<typeof api.unsubscribe, void> = {
  prepare: (ctx) => ctx.limit(`unsubscribe:${ctx.http.network}`, 600, 3600),
  handle: endMails,
}
