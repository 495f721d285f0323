import type * as api from '@plumbline/contract/auth/auth'
import type { Handler } from '../context.ts'
import {
  CHALLENGE_COOKIE,
  CHALLENGE_S,
  checkPasskeyLimit,
  getRelyingParty,
  loadWebauthn,
  storeChallenge,
} from './passkeys.ts'

/** Needs no e-mail address: the browser offers its passkeys for this server. */
export const startPasskeyLogin: Handler<typeof api.startPasskeyLogin, void> = {
  prepare: checkPasskeyLimit,
  handle: async (ctx) => {
    const { generateAuthenticationOptions } = await loadWebauthn()
    const options = await generateAuthenticationOptions({
      rpID: getRelyingParty(ctx).rpID,
      timeout: CHALLENGE_S * 1000,
      userVerification: 'required',
    })
    const id = await storeChallenge(ctx, options.challenge, null)
    ctx.http.setCookie(CHALLENGE_COOKIE, id, { http_only: true, max_age_s: CHALLENGE_S })
    return { ...options }
  },
}
