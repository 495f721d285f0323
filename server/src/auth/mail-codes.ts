import { createHash, randomBytes, randomInt, randomUUIDv7 } from 'node:crypto'
import type { PublicCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'

/** One-time codes that prove an e-mail address: in a link for a day, as six digits for ten minutes and five tries. */

type Purpose = 'SIGNUP' | 'RESET'
const CODE_MS = 24 * 3600 * 1000
const KEY_MS = 10 * 60 * 1000
export const hashCode = (text: string) => createHash('sha256').update(text).digest('hex')
/** The key is short, so its hash is bound to the row it belongs to. */
export const hashSignupKey = (rowId: string, key: string) => hashCode(`${rowId}:${key}`)

/** A new code and key for an address; the older ones of that purpose end. */
export async function createMailCode(ctx: Pick<PublicCtx, 'tx' | 'now'>, purpose: Purpose, email: string) {
  const id = randomUUIDv7()
  const code = randomBytes(24).toString('base64url')
  const key = String(randomInt(1_000_000)).padStart(6, '0')
  const now = ctx.now().getTime()
  await ctx.tx.deleteFrom('mail_codes').where('email', '=', email).where('purpose', '=', purpose).execute()
  await ctx.tx
    .insertInto('mail_codes')
    .values({
      id,
      purpose,
      email,
      code_hash: hashCode(code),
      key_hash: hashSignupKey(id, key),
      key_expires_at: new Date(now + KEY_MS).toISOString(),
      expires_at: new Date(now + CODE_MS).toISOString(),
    })
    .execute()
  return { code, key }
}

/** The address a code was sent to; refuses unknown, used and expired codes alike. */
export async function getCodeEmail(ctx: PublicCtx, purpose: Purpose, code: string): Promise<string> {
  const row = await ctx.tx
    .selectFrom('mail_codes')
    .select('email')
    .where('code_hash', '=', hashCode(code))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', ctx.now().toISOString())
    .executeTakeFirst()
  if (!row) throw new Refusal('link_expired')
  return row.email
}

/** Uses a code up: of several at once exactly one gets the address. */
export async function redeemMailCode(ctx: PublicCtx, purpose: Purpose, code: string): Promise<string> {
  const row = await ctx.tx
    .deleteFrom('mail_codes')
    .where('code_hash', '=', hashCode(code))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', ctx.now().toISOString())
    .returning('email')
    .executeTakeFirst()
  if (!row) throw new Refusal('link_expired')
  return row.email
}

/** Mails that one address of the network may ask for. */
export const checkMailLimit = (ctx: PublicCtx) =>
  ctx.limit(`mail:${ctx.http.ip}`, ctx.config.limits.mail, 300)
