import { randomBytes } from 'node:crypto'
import type * as api from '@plumbline/contract/auth/oauth'
import type { Handler, Input, UserCtx } from '../../context.ts'
import { hashToken } from '../tokens/authenticate-token.ts'
import { checkConsentRequest } from './consent.ts'
import { addUrlParams } from './redirects.ts'
import { getIssuer } from './urls.ts'

/**
 * Grants or denies a consent request. Consent is asked every time, since anybody may register a client under any name.
 * An invalid request is refused here and never redirected to an address that the user has not approved.
 */

const CODE_MS = 60_000

async function answerConsent(ctx: UserCtx, { body: { agreed, ...request } }: Input<typeof api.giveConsent>) {
  const { client, redirect_uri, code_challenge } = await checkConsentRequest(ctx, request)
  // the issuer tells a client of several servers which one responds (RFC 9207)
  const responseParams = { state: request.state, iss: getIssuer(ctx) }
  if (!agreed)
    return { redirect_to: addUrlParams(redirect_uri, { error: 'access_denied', ...responseParams }) }
  const code = randomBytes(32).toString('base64url')
  const now = ctx.now()
  await ctx.tx
    .insertInto('oauth_codes')
    .values({
      code_hash: hashToken(code),
      client_id: client.id,
      user_id: ctx.actor.user_id,
      redirect_uri,
      code_challenge,
      expires_at: new Date(now.getTime() + CODE_MS).toISOString(),
    })
    .execute()
  await ctx.tx
    .updateTable('oauth_clients')
    .set({ used_at: now.toISOString() })
    .where('id', '=', client.id)
    .execute()
  return { redirect_to: addUrlParams(redirect_uri, { code, ...responseParams }) }
}

export const giveConsent: Handler<typeof api.giveConsent, void> = {
  prepare: (ctx) => ctx.limit(`oauth-consent:${ctx.actor.user_id}`, 30, 60),
  handle: answerConsent,
}
