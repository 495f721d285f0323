import { randomBytes, randomUUID } from 'node:crypto'
import type * as api from '@plumbline/contract/auth/oauth'
import { oauthScope } from '@plumbline/contract/auth/oauth'
import { cutText } from '@plumbline/contract/characters'
import { asIs } from '@plumbline/contract/sentences'
import type { Handler, Input, PublicCtx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { tokenHash } from '../tokens/token-actor.ts'
import { isPossibleRedirect } from './redirects.ts'

/** Programs as they introduced themselves. Anybody may register one, so nothing that it says is believed. */

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** registrations from one address of the network in an hour */
const MOST = 20

export async function findClient(tx: Tx, id: string | undefined) {
  if (!id || !UUID.test(id)) return undefined
  return tx.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst()
}
export type Client = NonNullable<Awaited<ReturnType<typeof findClient>>>

/** Shown to people, so on one line and without what would turn the words around it. */
const plain = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const webAddress = (text: string | undefined) =>
  /^https?:$/.test(URL.parse(text ?? '')?.protocol ?? '') ? text : undefined

async function insertClient(ctx: PublicCtx, { body }: Input<typeof api.registerClient>) {
  const redirect_uris = body.redirect_uris ?? (body.redirect_url === undefined ? [] : [body.redirect_url])
  if (redirect_uris.length === 0 || !redirect_uris.every(isPossibleRedirect))
    throw new Refusal('invalid_redirect_uri', {
      message: asIs('Addresses to return to are https, http on the device itself, or a scheme with a dot'),
    })
  const name = cutText(plain(body.client_name), 80).trim()
  if (name === '') throw new Refusal('invalid_client_metadata', { message: asIs('client_name: Missing') })
  const method = body.token_endpoint_auth_method ?? 'client_secret_basic'
  const secret = method === 'none' ? null : randomBytes(32).toString('base64url')
  const address = webAddress(body.client_uri ?? body.client_url)
  const id = randomUUID()
  const now = ctx.now()
  await ctx.tx
    .insertInto('oauth_clients')
    .values({
      id,
      name,
      description: cutText(plain(body.client_description ?? ''), 300),
      url: address ?? null,
      redirect_uris,
      secret_hash: secret === null ? null : tokenHash(secret),
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

export const addClient: Handler<typeof api.registerClient, void> = {
  prepare: (ctx) => ctx.limit(`oauth-register:${ctx.http.ip}`, MOST, 3600),
  handle: insertClient,
}

/** The halves of HTTP Basic, each form-encoded before (RFC 6749, 2.3.1). */
function basicOf(authorization: string): { client_id: string; client_secret: string } | null {
  const coded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1]
  if (!coded) return null
  const [id = '', ...rest] = Buffer.from(coded, 'base64').toString('utf8').split(':')
  const decode = (half: string) => new URLSearchParams(`half=${half}`).get('half') ?? ''
  return { client_id: decode(id), client_secret: decode(rest.join(':')) }
}

/** The program that calls, which must show its secret if it has one. */
export async function provenClient(
  { db, http }: PublicCtx,
  given: { client_id?: string | undefined; client_secret?: string | undefined },
): Promise<Client> {
  const basic = basicOf(http.authorization)
  if (basic && given.client_secret !== undefined) throw new Refusal('invalid_request')
  const { client_id, client_secret } = basic ?? given
  const client = await findClient(db, client_id)
  const shown = client_secret === undefined || client_secret === '' ? null : tokenHash(client_secret)
  if (!client || client.secret_hash !== shown) throw new Refusal('invalid_client')
  return client
}
