import { randomUUIDv7 } from 'node:crypto'
import type * as accountApi from '@plumbline/contract/auth/account'
import { reason } from '@plumbline/contract/reasons'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { recordAudit } from '../audit/record-audit.ts'
import type { Handler, Input, UserCtx } from '../context.ts'
import { getSqlState } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { publishUserToSelf } from '../users/update-me.ts'
import { getMailRecipient, queueAccountMail } from './account-mails.ts'
import { ALGORITHMS, consumeChallenge, getRelyingParty, loadWebauthn } from './passkeys.ts'
import { getSessionId, holdSession } from './sessions.ts'

interface NewPasskey {
  credential_id: string
  public_key: string
  counter: number
  transports: string[]
}

async function verifyRegistration(
  ctx: UserCtx,
  { body }: Input<typeof accountApi.addPasskey>,
): Promise<NewPasskey> {
  const refused = new Refusal('bad_key', reason('passkey_not_verified'))
  const challenge = await consumeChallenge(ctx, { session_id: getSessionId(ctx.actor) })
  if (!challenge) throw refused
  const { rpID, origin } = getRelyingParty(ctx)
  const { verifyRegistrationResponse } = await loadWebauthn()
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
  await holdSession(ctx)
  const { user_id } = ctx.actor
  const id = randomUUIDv7()
  try {
    const passkey = await ctx.tx
      .insertInto('passkeys')
      .values({ id, user_id, name, ...key })
      .returning(['id', 'name', 'created_at', 'used_at'])
      .executeTakeFirstOrThrow()
    await queueAccountMail(
      ctx,
      await getMailRecipient(ctx, user_id),
      (texts) => texts.passkeyAdded(name),
      '/me',
    )
    await publishUserToSelf(ctx)
    await recordAudit(ctx, { user_id }, { kind: 'PASSKEY_ADDED' })
    return passkey
  } catch (error) {
    if (getSqlState(error) !== '23505') throw error
    throw new Refusal('conflict', reason('passkey_taken'))
  }
}

export const addPasskey: Handler<typeof accountApi.addPasskey, NewPasskey> = {
  prepare: verifyRegistration,
  handle: insertPasskey,
}
