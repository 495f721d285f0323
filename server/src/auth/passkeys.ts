import { randomUUID } from 'node:crypto'
import type { PublicCtx } from '../context.ts'

/** Challenges and settings shared by the creation of passkeys (WebAuthn) and the sign-in with them. */

export const CHALLENGE_S = 300
/** COSE algorithms EdDSA, ES256 and RS256. */
export const ALGORITHMS = [-8, -7, -257]
export const CHALLENGE_COOKIE = 'plumbline_passkey'
/** challenges plus sign-in attempts per IP address and minute */
const MAX_PER_MINUTE = 30

/** Loads the large library on first use, since most sign-ins use no passkey. */
export const loadWebauthn = () => import('@simplewebauthn/server')

/** The relying party of passkeys: the server's public host and origin. */
export function getRelyingParty({ config }: Pick<PublicCtx, 'config'>) {
  const { hostname, origin } = new URL(config.publicUrl)
  return { rpID: hostname, origin }
}

export async function storeChallenge(
  ctx: PublicCtx,
  challenge: string,
  session_id: string | null,
): Promise<string> {
  const id = randomUUID()
  const expires_at = new Date(ctx.now().getTime() + CHALLENGE_S * 1000).toISOString()
  await ctx.tx.insertInto('passkey_challenges').values({ id, session_id, challenge, expires_at }).execute()
  return id
}

/**
 * Deletes a challenge and returns it. Called in `prepare`, outside of the transaction, so that a wrong response consumes it
 * as well.
 */
export async function consumeChallenge(ctx: PublicCtx, by: { id: string } | { session_id: string }) {
  const query = ctx.db
    .deleteFrom('passkey_challenges')
    .where('expires_at', '>', ctx.now().toISOString())
    .returning('challenge')
  const row = await ('id' in by
    ? query.where('id', '=', by.id).where('session_id', 'is', null)
    : query.where('session_id', '=', by.session_id)
  ).executeTakeFirst()
  return row?.challenge ?? null
}

export const checkPasskeyLimit = (ctx: PublicCtx) =>
  ctx.limit(`passkey:${ctx.http.network}`, MAX_PER_MINUTE, 60)
