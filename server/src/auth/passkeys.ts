import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/auth/auth'
import type * as accountApi from '@plumbline/contract/users/account'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Handler, Input, PublicCtx, UserCtx } from '../context.ts'
import { sqlState } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { readMe } from '../users/me.ts'
import { tellSelf } from '../users/update-me.ts'
import { mailTo, readerOfUser } from './mails.ts'
import { provePassword } from './passwords.ts'
import { openSession, sessionOf } from './sessions.ts'

/** Passkeys (WebAuthn): created by a signed-in user, and a way to sign in without typing anything. */

const CHALLENGE_S = 300
/** EdDSA, ES256 and RS256: what devices have. */
const ALGORITHMS = [-8, -7, -257]
const CHALLENGE_COOKIE = 'plumbline_passkey'
/** challenges, and tries to answer one, that an address of the network has in a minute */
const MOST = 30

/** Loaded when the first passkey is asked for: it is large, and most sign-ins do without. */
const webauthn = () => import('@simplewebauthn/server')

/** Whom passkeys are made for: the server's own address. */
function relyingParty({ config }: Pick<PublicCtx, 'config'>) {
  const { hostname, origin } = new URL(config.publicUrl)
  return { rpID: hostname, origin }
}

async function keepChallenge(ctx: PublicCtx, challenge: string, session_id: string | null): Promise<string> {
  const id = randomUUID()
  const expires_at = new Date(ctx.now().getTime() + CHALLENGE_S * 1000).toISOString()
  await ctx.tx.insertInto('passkey_challenges').values({ id, session_id, challenge, expires_at }).execute()
  return id
}

/** In `prepare`, outside any transaction: a challenge is used up by the first answer, right or wrong. */
async function useChallenge(ctx: PublicCtx, by: { id: string } | { session_id: string }) {
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

export function readPasskeys(ctx: UserCtx) {
  return ctx.tx
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'used_at'])
    .where('user_id', '=', ctx.actor.user_id)
    .orderBy('created_at')
    .execute()
}

export const beginPasskey: Handler<typeof accountApi.startPasskey, void> = {
  prepare: (ctx, { body }) => provePassword(ctx, body.password, 'password'),
  handle: async (ctx) => {
    const { user_id, email, first_name, last_name } = ctx.actor
    const session_id = sessionOf(ctx.actor)
    const known = await ctx.tx
      .selectFrom('passkeys')
      .select(['credential_id as id', 'transports'])
      .where('user_id', '=', user_id)
      .execute()
    const { generateRegistrationOptions } = await webauthn()
    const options = await generateRegistrationOptions({
      rpName: 'Plumbline',
      rpID: relyingParty(ctx).rpID,
      userID: new TextEncoder().encode(user_id),
      userName: email,
      userDisplayName: `${first_name} ${last_name}`.trim() || email,
      timeout: CHALLENGE_S * 1000,
      excludeCredentials: known,
      supportedAlgorithmIDs: ALGORITHMS,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await ctx.tx.deleteFrom('passkey_challenges').where('session_id', '=', session_id).execute()
    await keepChallenge(ctx, options.challenge, session_id)
    return { ...options }
  },
}

interface NewPasskey {
  credential_id: string
  public_key: string
  counter: number
  transports: string[]
}

async function verifyNew(ctx: UserCtx, { body }: Input<typeof accountApi.addPasskey>): Promise<NewPasskey> {
  const refused = new Refusal('bad_key', { message: 'This passkey could not be verified' })
  const challenge = await useChallenge(ctx, { session_id: sessionOf(ctx.actor) })
  if (!challenge) throw refused
  const { rpID, origin } = relyingParty(ctx)
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await verifyRegistrationResponse({
    response: body.response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!verified?.verified) throw refused
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: (transports ?? []).map(String).slice(0, 10),
  }
}

async function insertPasskey(
  ctx: UserCtx,
  { body: { name } }: Input<typeof accountApi.addPasskey>,
  key: NewPasskey,
) {
  const { user_id } = ctx.actor
  const id = randomUUIDv7()
  try {
    const passkey = await ctx.tx
      .insertInto('passkeys')
      .values({ id, user_id, name, ...key })
      .returning(['id', 'name', 'created_at', 'used_at'])
      .executeTakeFirstOrThrow()
    await mailTo(ctx, await readerOfUser(ctx, user_id), (texts) => texts.passkeyAdded(name), '/me')
    await tellSelf(ctx)
    return passkey
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    throw new Refusal('conflict', { message: 'This passkey is in use already' })
  }
}

export const keepPasskey: Handler<typeof accountApi.addPasskey, NewPasskey> = {
  prepare: verifyNew,
  handle: insertPasskey,
}

export async function dropPasskey(ctx: UserCtx, { params }: Input<typeof accountApi.removePasskey>) {
  const { numDeletedRows } = await ctx.tx
    .deleteFrom('passkeys')
    .where('id', '=', params.passkeyId)
    .where('user_id', '=', ctx.actor.user_id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found')
  await tellSelf(ctx)
}

const limit = (ctx: PublicCtx) => ctx.limit(`passkey:${ctx.http.ip}`, MOST, 60)

/** No address is asked for: the browser offers the passkeys that it has for this server. */
export const beginPasskeyLogin: Handler<typeof api.startPasskeyLogin, void> = {
  prepare: limit,
  handle: async (ctx) => {
    const { generateAuthenticationOptions } = await webauthn()
    const options = await generateAuthenticationOptions({
      rpID: relyingParty(ctx).rpID,
      timeout: CHALLENGE_S * 1000,
      userVerification: 'required',
    })
    const id = await keepChallenge(ctx, options.challenge, null)
    ctx.http.setCookie(CHALLENGE_COOKIE, id, { http_only: true, max_age_s: CHALLENGE_S })
    return { ...options }
  },
}

interface UsedPasskey {
  id: string
  user_id: string
  counter: number
}

async function verifyUse(ctx: PublicCtx, { body }: Input<typeof api.loginWithPasskey>): Promise<UsedPasskey> {
  await limit(ctx)
  const refused = new Refusal('bad_credentials')
  const cookie = ctx.http.cookie(CHALLENGE_COOKIE) ?? ''
  const challenge = /^[0-9a-f-]{36}$/.test(cookie) ? await useChallenge(ctx, { id: cookie }) : null
  const response = body.response as unknown as AuthenticationResponseJSON
  const passkey = await ctx.db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', response.id)
    .executeTakeFirst()
  if (!challenge || !passkey) throw refused
  const { rpID, origin } = relyingParty(ctx)
  const { verifyAuthenticationResponse } = await webauthn()
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
  if (!verified?.verified) throw refused
  return { id: passkey.id, user_id: passkey.user_id, counter: verified.authenticationInfo.newCounter }
}

/** A counter that does not rise betrays a copy; devices that keep none always say 0. */
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
  await openSession(ctx, user_id)
  return readMe(ctx.tx, user_id)
}

export const passkeySignIn: Handler<typeof api.loginWithPasskey, UsedPasskey> = {
  prepare: verifyUse,
  handle: signInWithPasskey,
}
