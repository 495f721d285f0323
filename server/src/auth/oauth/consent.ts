import { randomBytes } from 'node:crypto'
import type * as api from '@plumbline/contract/auth/oauth'
import type { AuthorizationRequest } from '@plumbline/contract/auth/oauth'
import type { Handler, Input, UserCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { tokenHash } from '../tokens/token-actor.ts'
import { type Client, findClient } from './clients.ts'
import { issuerOf } from './metadata.ts'
import { isLoopback, isRegistered, withParams } from './redirects.ts'

/**
 * A person agrees, or not, to what a program asks for. It is asked each time: anybody may register under any name. What
 * is wrong with a request is said here and not sent to its address, which nobody agreed to yet.
 */

const CODE_MS = 60_000

interface Asked {
  client: Client
  redirect_uri: string
  code_challenge: string | null
}

/** The challenge of PKCE; only a program with a secret may do without. */
function challengeOf(client: Client, request: AuthorizationRequest): string | null {
  const { code_challenge, code_challenge_method } = request
  if (code_challenge === undefined && code_challenge_method === undefined && client.secret_hash !== null)
    return null
  if (code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(code_challenge ?? ''))
    throw new Refusal('invalid_request', { message: 'The program has to send a code_challenge by S256' })
  return code_challenge ?? null
}

async function readRequest(ctx: UserCtx, request: AuthorizationRequest): Promise<Asked> {
  const client = await findClient(ctx.tx, request.client_id)
  if (!client) throw new Refusal('not_found', { message: 'No program is registered here by this client_id' })
  const [first, ...others] = client.redirect_uris
  const redirect_uri = request.redirect_uri ?? (others.length === 0 ? first : undefined)
  if (redirect_uri === undefined || !isRegistered(client.redirect_uris, redirect_uri))
    throw new Refusal('invalid_redirect_uri')
  if (request.response_type !== 'code') throw new Refusal('invalid_request')
  return { client, redirect_uri, code_challenge: challengeOf(client, request) }
}

export async function readConsent(ctx: UserCtx, { query }: Input<typeof api.getConsent>) {
  const { client, redirect_uri } = await readRequest(ctx, query)
  const to = new URL(redirect_uri)
  const { name, description, url } = client
  const is_local = to.protocol !== 'https:'
  return { name, description, url, returns_to: isLoopback(to) || !is_local ? to.host : to.protocol, is_local }
}

async function decide(ctx: UserCtx, { body: { agreed, ...request } }: Input<typeof api.giveConsent>) {
  const { client, redirect_uri, code_challenge } = await readRequest(ctx, request)
  // the issuer tells a program that knows several servers whose answer this is (RFC 9207)
  const said = { state: request.state, iss: issuerOf(ctx) }
  if (!agreed) return { redirect_to: withParams(redirect_uri, { error: 'access_denied', ...said }) }
  const code = randomBytes(32).toString('base64url')
  const now = ctx.now()
  await ctx.tx
    .insertInto('oauth_codes')
    .values({
      code_hash: tokenHash(code),
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
  return { redirect_to: withParams(redirect_uri, { code, ...said }) }
}

export const decideConsent: Handler<typeof api.giveConsent, void> = {
  prepare: (ctx) => ctx.limit(`oauth-consent:${ctx.actor.user_id}`, 30, 60),
  handle: decide,
}
