import type * as api from '@plumbline/contract/auth/auth'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { recordFailedSignIn } from '../audit/record-audit.ts'
import type { Handler, Input, PublicCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { getProfile } from '../users/get-profile.ts'
import {
  CHALLENGE_COOKIE,
  checkPasskeyLimit,
  consumeChallenge,
  getRelyingParty,
  loadWebauthn,
} from './passkeys.ts'
import { startSession } from './sessions.ts'

interface UsedPasskey {
  id: string
  user_id: string
  counter: number
}

async function verifyAssertion(
  ctx: PublicCtx,
  { body }: Input<typeof api.loginWithPasskey>,
): Promise<UsedPasskey> {
  await checkPasskeyLimit(ctx)
  const refused = new Refusal('bad_credentials')
  const cookie = ctx.http.cookie(CHALLENGE_COOKIE) ?? ''
  const challenge = /^[0-9a-f-]{36}$/.test(cookie) ? await consumeChallenge(ctx, { id: cookie }) : null
  const response = body.response as unknown as AuthenticationResponseJSON
  const passkey = await ctx.db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', response.id)
    .executeTakeFirst()
  if (!challenge || !passkey) throw refused
  const { rpID, origin } = getRelyingParty(ctx)
  const { verifyAuthenticationResponse } = await loadWebauthn()
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => null)
  if (!verified?.verified) {
    recordFailedSignIn(ctx, passkey.user_id, 'PASSKEY')
    throw refused
  }
  return { id: passkey.id, user_id: passkey.user_id, counter: verified.authenticationInfo.newCounter }
}

/** A signature counter that does not increase reveals a cloned passkey; authenticators without a counter send 0. */
async function signInWithPasskey(
  ctx: PublicCtx,
  _input: Input<typeof api.loginWithPasskey>,
  { id, user_id, counter }: UsedPasskey,
) {
  const { numUpdatedRows } = await ctx.tx
    .updateTable('passkeys')
    .set({ counter, used_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb('counter', '=', 0)]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('bad_credentials')
  ctx.http.clearCookie(CHALLENGE_COOKIE)
  await startSession(ctx, user_id, 'PASSKEY')
  return getProfile(ctx.tx, user_id)
}

export const loginWithPasskey: Handler<typeof api.loginWithPasskey, UsedPasskey> = {
  prepare: verifyAssertion,
  handle: signInWithPasskey,
}
