import { randomUUID } from 'node:crypto'
import type { PublicCtx } from '../context.ts'
/** Passkeys (WebAuthn): created by a signed-in user, and a way to sign in without typing anything. */

export const CHALLENGE_S = 300
/** EdDSA, ES256 and RS256: what devices have. */
export const ALGORITHMS = [-8, -7, -257]
export const CHALLENGE_COOKIE = 'plumbline_passkey'
/** challenges, and tries to answer one, that an address of the network has in a minute */
const MAX_PER_MINUTE = 30

/** Loaded when the first passkey is asked for: it is large, and most sign-ins do without. */
export const loadWebauthn = () => import('@simplewebauthn/server')

/** Whom passkeys are made for: the server's own address. */
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

/** In `prepare`, outside any transaction: a challenge is used up by the first answer, right or wrong. */
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

export const checkPasskeyLimit = (ctx: PublicCtx) => ctx.limit(`passkey:${ctx.http.ip}`, MAX_PER_MINUTE, 60)
