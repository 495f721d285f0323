import type * as accountApi from '@plumbline/contract/auth/account'
import type { Handler } from '../context.ts'
import { ALGORITHMS, CHALLENGE_S, getRelyingParty, loadWebauthn, storeChallenge } from './passkeys.ts'
import { checkStillConfirmed, getConfirmedHash } from './passwords.ts'
import { getSessionId } from './sessions.ts'

export const startPasskey: Handler<typeof accountApi.startPasskey, string> = {
  prepare: (ctx, { body }) => getConfirmedHash(ctx, body.password, 'password'),
  handle: async (ctx, _input, confirmedHash) => {
    await checkStillConfirmed(ctx, confirmedHash, 'password')
    const { user_id, email, first_name, last_name } = ctx.actor
    const session_id = getSessionId(ctx.actor)
    const known = await ctx.tx
      .selectFrom('passkeys')
      .select(['credential_id as id', 'transports'])
      .where('user_id', '=', user_id)
      .execute()
    const { generateRegistrationOptions } = await loadWebauthn()
    const options = await generateRegistrationOptions({
      rpName: 'Plumbline',
      rpID: getRelyingParty(ctx).rpID,
      userID: new TextEncoder().encode(user_id),
      userName: email,
      userDisplayName: `${first_name} ${last_name}`.trim() || email,
      timeout: CHALLENGE_S * 1000,
      excludeCredentials: known,
      supportedAlgorithmIDs: ALGORITHMS,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await ctx.tx.deleteFrom('passkey_challenges').where('session_id', '=', session_id).execute()
    await storeChallenge(ctx, options.challenge, session_id)
    return { ...options }
  },
}
