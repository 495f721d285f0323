import { randomBytes, randomUUID } from 'node:crypto'
import type * as api from '@plumbline/contract/auth/oauth'
import { oauthScope } from '@plumbline/contract/auth/oauth'
import { cutText } from '@plumbline/contract/characters'
import type { Handler, Input, PublicCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { hashToken } from '../tokens/authenticate-token.ts'
import { isAllowedRedirect } from './redirects.ts'

/** registrations per IP address and hour */
const MAX_PER_HOUR = 20

/** Makes a name safe to display: one line, without control and bidirectional characters. */
const cleanName = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const parseWebUrl = (text: string | undefined) =>
  /^https?:$/.test(URL.parse(text ?? '')?.protocol ?? '') ? text : undefined

async function insertClient(ctx: PublicCtx, { body }: Input<typeof api.registerClient>) {
  const redirect_uris = body.redirect_uris ?? (body.redirect_url === undefined ? [] : [body.redirect_url])
  if (redirect_uris.length === 0 || !redirect_uris.every(isAllowedRedirect))
    throw new Refusal('invalid_redirect_uri', {
      text: 'Addresses to return to are https, http on the device itself, or a scheme with a dot',
    })
  const name = cutText(cleanName(body.client_name), 80).trim()
  if (name === '') throw new Refusal('invalid_client_metadata', { text: 'client_name: Missing' })
  const method = body.token_endpoint_auth_method ?? 'client_secret_basic'
  const secret = method === 'none' ? null : randomBytes(32).toString('base64url')
  const address = parseWebUrl(body.client_uri ?? body.client_url)
  const id = randomUUID()
  const now = ctx.now()
  await ctx.tx
    .insertInto('oauth_clients')
    .values({
      id,
      name,
      description: cutText(cleanName(body.client_description ?? ''), 300),
      url: address ?? null,
      redirect_uris,
      secret_hash: secret === null ? null : hashToken(secret),
      created_at: now.toISOString(),
    })
    .execute()
  return {
    client_id: id,
    ...(secret === null ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    client_name: name,
    ...(address ? { client_uri: address } : {}),
    redirect_uris,
    token_endpoint_auth_method: method,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: oauthScope,
  }
}

export const registerClient: Handler<typeof api.registerClient, void> = {
  prepare: (ctx) => ctx.limit(`oauth-register:${ctx.http.network}`, MAX_PER_HOUR, 3600),
  handle: insertClient,
}
