import { createHash, randomBytes } from 'node:crypto'
import { mayTokenCall, type TokenRights } from '@plumbline/contract/auth/tokens'
import type { EndpointSpec } from '@plumbline/contract/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor, Server } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'

/** Authenticates calls by API token or OAuth access token, and checks the token's reach. */

const PREFIX = 'plb_'
const OAUTH_PREFIX = 'plo_'
/** Precision of the stored last use of a token. */
const USED_PRECISION_MS = 5 * 60_000

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
export const createApiToken = () => PREFIX + randomBytes(32).toString('base64url')
export const createAccessToken = () => OAUTH_PREFIX + randomBytes(32).toString('base64url')
export const isBearerToken = (bearer: string) => bearer.startsWith(PREFIX) || bearer.startsWith(OAUTH_PREFIX)

/** Rate limit per token. */
export interface TokenLimit {
  /** counts a request of a token that was authenticated, and refuses it beyond the limit */
  check(request: FastifyRequest, bearer: string): Promise<void>
  /** whether a token was authenticated here lately; it may have been revoked since */
  isKnown(bearer: string): boolean
}
/** Tokens beyond this are forgotten, the oldest first. */
const MAX_KNOWN = 5000

export function createTokenLimit(app: FastifyInstance, max: number): TokenLimit {
  const count = app.createRateLimit({
    max,
    timeWindow: 60_000,
    keyGenerator: ({ headers }) => `token:${hashToken(headers.authorization ?? '')}`,
  })
  // a write authenticates twice: before its transaction and within it
  const seen = new WeakSet<FastifyRequest>()
  const known = new Set<string>()
  async function check(request: FastifyRequest, bearer: string) {
    if (seen.has(request)) return
    seen.add(request)
    known.delete(bearer)
    known.add(bearer)
    for (const oldest of known) {
      if (known.size <= MAX_KNOWN) break
      known.delete(oldest)
    }
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded)
      throw new Refusal('too_many_requests', { retryAfter: Math.max(1, counted.ttlInSeconds) })
  }
  return { check, isKnown: (bearer) => known.has(bearer) }
}

export interface TokenRequest {
  request: FastifyRequest
  tx: Tx
  call: EndpointSpec | null
  limit: TokenLimit
}

const userColumns = ['users.id as user_id', 'users.email', 'users.first_name', 'users.last_name'] as const

/** An OAuth access token reaches only the BCF API. */
async function findAccessToken({ now }: Server, tx: Tx, bearer: string) {
  const found = await tx
    .selectFrom('oauth_tokens as t')
    .innerJoin('oauth_grants as g', 'g.id', 't.grant_id')
    .innerJoin('users', 'users.id', 'g.user_id')
    .select(userColumns)
    .select(['g.id as row_id', 'g.used_at'])
    .where('t.token_hash', '=', hashToken(bearer))
    .where('users.locked_at', 'is', null)
    .where('users.merged_into', 'is', null)
    .where('t.kind', '=', 'ACCESS')
    .where('t.expires_at', '>', now().toISOString())
    .executeTakeFirst()
  return found && { ...found, scope: 'BCF', project_id: null }
}

async function findApiToken({ now }: Server, tx: Tx, bearer: string) {
  return tx
    .selectFrom('api_tokens as t')
    .innerJoin('users', 'users.id', 't.user_id')
    .select(userColumns)
    .select(['t.id as row_id', 't.scope', 't.project_id', 't.used_at'])
    .where('t.token_hash', '=', hashToken(bearer))
    .where('users.locked_at', 'is', null)
    .where('users.merged_into', 'is', null)
    .where((eb) => eb.or([eb('t.expires_at', 'is', null), eb('t.expires_at', '>', now().toISOString())]))
    .executeTakeFirst()
}

/** Runs in parallel to the request on another connection, so that the request neither waits for it nor fails with it. */
function updateLastUsed(
  { db, log, now }: Server,
  table: 'api_tokens' | 'oauth_grants',
  id: string,
  usedAt: string | null,
) {
  const before = new Date(now().getTime() - USED_PRECISION_MS).toISOString()
  if (usedAt !== null && Date.parse(usedAt) > Date.parse(before)) return
  db.updateTable(table)
    .set({ used_at: now().toISOString() })
    .where('id', '=', id)
    .execute()
    .catch((err: unknown) => log.warn({ err }, 'token'))
}

/** The user of a token, with their current rights. */
export async function authenticateToken(server: Server, by: TokenRequest, bearer: string): Promise<Actor> {
  const isOwn = bearer.startsWith(PREFIX)
  const found = await (isOwn ? findApiToken : findAccessToken)(server, by.tx, bearer)
  if (!found) throw new Refusal('unauthenticated')
  await by.limit.check(by.request, bearer)
  const { row_id, scope, project_id, used_at, ...user } = found
  const rights = { scope, project_id } as TokenRights
  if (!by.call || !mayTokenCall(rights, by.call)) throw new Refusal('insufficient_scope')
  updateLastUsed(server, isOwn ? 'api_tokens' : 'oauth_grants', row_id, used_at)
  return { ...user, session_id: null, only_project: project_id }
}
