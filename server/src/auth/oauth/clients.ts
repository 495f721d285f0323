import type { PublicCtx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { hashToken } from '../tokens/authenticate-token.ts'

/** Registered OAuth clients. Anybody may register one, so their details are unverified. */

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function findOauthClient(tx: Tx, id: string | undefined) {
  if (!id || !UUID.test(id)) return undefined
  return tx.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst()
}
export type OauthClient = NonNullable<Awaited<ReturnType<typeof findOauthClient>>>

/** Parses HTTP Basic credentials; both halves are form-encoded (RFC 6749, 2.3.1). */
function parseBasicCredentials(authorization: string): { client_id: string; client_secret: string } | null {
  const coded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1]
  if (!coded) return null
  const [id = '', ...rest] = Buffer.from(coded, 'base64').toString('utf8').split(':')
  const decode = (half: string) => new URLSearchParams(`half=${half}`).get('half') ?? ''
  return { client_id: decode(id), client_secret: decode(rest.join(':')) }
}

/** The calling client; a client with a secret has to present it. */
export async function authenticateClient(
  { db, http }: PublicCtx,
  given: { client_id?: string | undefined; client_secret?: string | undefined },
): Promise<OauthClient> {
  const basic = parseBasicCredentials(http.authorization)
  if (basic && given.client_secret !== undefined) throw new Refusal('invalid_request')
  const { client_id, client_secret } = basic ?? given
  const client = await findOauthClient(db, client_id)
  const shown = client_secret === undefined || client_secret === '' ? null : hashToken(client_secret)
  if (!client || client.secret_hash !== shown) throw new Refusal('invalid_client')
  return client
}
