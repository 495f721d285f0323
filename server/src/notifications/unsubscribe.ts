import { createHmac, timingSafeEqual } from 'node:crypto'
import { type NotificationType, notificationTypes } from '@plumbline/contract/notifications/notifications'
import type * as api from '@plumbline/contract/notifications/settings'
import * as z from 'zod/mini'
import type { Handler, Input, PublicCtx, Server } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { changeNotificationSettings } from './settings.ts'

/**
 * The link in each mail that ends mails like it. It is signed by a key of its own and says whose mails of which type
 * end: whoever has it can do nothing else, and needs no session.
 */

const TOKEN_PERIOD_MS = 400 * 24 * 3600 * 1000

const Claim = z.object({
  user_id: z.uuid(),
  /** null: of all types */
  type: z.nullable(z.enum(notificationTypes)),
  /** until when it counts, in ms since 1970 */
  until: z.number(),
})
type Claim = z.output<typeof Claim>

function computeSignature({ secret }: Pick<Server, 'secret'>, text: string): Buffer {
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
  return `${text}.${computeSignature(server, text).toString('base64url')}`
}

/** What a token says, null when it is not ours or too old. */
function parseToken(server: Pick<Server, 'secret'>, token: string, now: Date): Claim | null {
  const [text = '', signed = ''] = token.split('.')
  const [given, right] = [Buffer.from(signed, 'base64url'), computeSignature(server, text)]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const claim = z.parse(Claim, JSON.parse(Buffer.from(text, 'base64url').toString()))
  return claim.until > now.getTime() ? claim : null
}

/** Ends mails of one type or of all; doing it again changes nothing. */
async function endMails(ctx: PublicCtx, { params }: Input<typeof api.unsubscribe>) {
  const claim = parseToken(ctx, params.token, ctx.now())
  const user =
    claim &&
    (await ctx.tx.selectFrom('users').select('email').where('id', '=', claim.user_id).executeTakeFirst())
  if (!claim || !user) throw new Refusal('link_expired')
  const { user_id, type } = claim
  const ended = (type ? [type] : [...notificationTypes]).map((one) => [one, { email: 'OFF' }] as const)
  await changeNotificationSettings(ctx, user_id, { types: Object.fromEntries(ended) })
  const all_token = type && createUnsubscribeToken(ctx, user_id, null, ctx.now())
  return { type, email: user.email, all_token }
}

/** Mail programs of many people press the link from the same few addresses. */
export const unsubscribe: Handler<typeof api.unsubscribe, void> = {
  prepare: (ctx) => ctx.limit(`unsubscribe:${ctx.http.ip}`, 600, 3600),
  handle: endMails,
}
