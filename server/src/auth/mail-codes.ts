import { createHash, randomBytes, randomInt, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { PublicCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Codes that verify an e-mail address: a link valid for a day, or six digits valid for ten minutes and five attempts. The
 * link of an invitation is valid as long as the invitation.
 */

type Purpose = 'SIGNUP' | 'RESET'
/** An account is created by the code of a sign-up or of an invitation. */
const accepted = { SIGNUP: ['SIGNUP', 'INVITE'], RESET: ['RESET'] } as const satisfies Record<
  Purpose,
  unknown
>
const CODE_MS = 24 * 3600 * 1000
const KEY_MS = 10 * 60 * 1000
export const hashCode = (text: string) => createHash('sha256').update(text).digest('hex')
/** Salts the hash of the short key with the id of its row. */
export const hashSignupKey = (rowId: string, key: string) => hashCode(`${rowId}:${key}`)

/** Creates a code and a key for an address, replacing earlier ones of the same purpose. */
export async function createMailCode(ctx: Pick<PublicCtx, 'tx' | 'now'>, purpose: Purpose, email: string) {
  const id = randomUUIDv7()
  const code = randomBytes(24).toString('base64url')
  const key = String(randomInt(1_000_000)).padStart(6, '0')
  const now = ctx.now().getTime()
  // serializes concurrent requests for one address, which would otherwise not see each other's codes
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail code ${purpose} ${email}`}, 0))`.execute(
    ctx.tx,
  )
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

/** Creates the code of an invitation's link. Codes of earlier invitations stay valid. */
export async function createInviteCode(
  ctx: Pick<PublicCtx, 'tx'>,
  email: string,
  invite: { project_invite_id: string } | { team_invite_id: string },
  expires_at: string,
): Promise<string> {
  const code = randomBytes(24).toString('base64url')
  await ctx.tx
    .insertInto('mail_codes')
    .values({
      ...invite,
      id: randomUUIDv7(),
      purpose: 'INVITE',
      email,
      code_hash: hashCode(code),
      expires_at,
    })
    .execute()
  return code
}

/** The address that a code was sent to; refuses unknown, used and expired codes alike. */
export async function getCodeEmail(ctx: PublicCtx, purpose: Purpose, code: string): Promise<string> {
  const row = await ctx.tx
    .selectFrom('mail_codes')
    .select('email')
    .where('code_hash', '=', hashCode(code))
    .where('purpose', 'in', accepted[purpose])
    .where('expires_at', '>', ctx.now().toISOString())
    .executeTakeFirst()
  if (!row) throw new Refusal('link_expired')
  return row.email
}

/**
 * Consumes a code and returns its address; of concurrent calls exactly one succeeds. The code of an invitation stays: it
 * creates an account only while there is none, and leads to the invitation afterwards.
 */
export async function redeemMailCode(ctx: PublicCtx, purpose: Purpose, code: string): Promise<string> {
  const row = await ctx.tx
    .deleteFrom('mail_codes')
    .where('code_hash', '=', hashCode(code))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', ctx.now().toISOString())
    .returning('email')
    .executeTakeFirst()
  return row?.email ?? getCodeEmail(ctx, purpose, code)
}

/** Rate limit for mails requested from one IP address. */
export const checkMailLimit = (ctx: PublicCtx) =>
  ctx.limit(`mail:${ctx.http.network}`, ctx.config.limits.mail, 300)
