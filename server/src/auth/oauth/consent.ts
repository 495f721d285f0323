import type { AuthorizationRequest } from '@plumbline/contract/auth/oauth'
import { reason } from '@plumbline/contract/reasons'
import type { UserCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { findOauthClient, type OauthClient } from './clients.ts'
import { isRegisteredRedirect } from './redirects.ts'

interface ConsentRequest {
  client: OauthClient
  redirect_uri: string
  code_challenge: string | null
}

/** Checks the PKCE challenge; only a client with a secret may omit it. */
function checkCodeChallenge(client: OauthClient, request: AuthorizationRequest): string | null {
  const { code_challenge, code_challenge_method } = request
  if (code_challenge === undefined && code_challenge_method === undefined && client.secret_hash !== null)
    return null
  if (code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(code_challenge ?? ''))
    throw new Refusal('invalid_request', reason('code_challenge_missing'))
  return code_challenge ?? null
}

export async function checkConsentRequest(
  ctx: UserCtx,
  request: AuthorizationRequest,
): Promise<ConsentRequest> {
  const client = await findOauthClient(ctx.tx, request.client_id)
  if (!client) throw new Refusal('not_found', reason('unknown_client'))
  const [first, ...others] = client.redirect_uris
  const redirect_uri = request.redirect_uri ?? (others.length === 0 ? first : undefined)
  if (redirect_uri === undefined || !isRegisteredRedirect(client.redirect_uris, redirect_uri))
    throw new Refusal('invalid_redirect_uri')
  if (request.response_type !== 'code') throw new Refusal('invalid_request')
  return { client, redirect_uri, code_challenge: checkCodeChallenge(client, request) }
}
