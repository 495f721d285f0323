import { createHmac, type KeyObject, randomUUIDv7 } from 'node:crypto'
import type { EndpointSpec } from '@plumbline/contract/http'
import { reason } from '@plumbline/contract/reasons'
import type { FastifyRequest } from 'fastify'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { recordAudit } from '../audit/record-audit.ts'
import type { Actor, PublicCtx, Server, UserCtx } from '../context.ts'
import type { Db, Tx } from '../db/database.ts'
import { type ParameterOf, prepareQuery } from '../db/prepared-query.ts'
import { Refusal } from '../http/refusal.ts'
import { listSecrets } from '../secret.ts'
import { isEqualInConstantTime } from './constant-time.ts'
import { DEVICE_COOKIE, rememberDevice } from './sign-in-limits.ts'
import {
  authenticateToken,
  isBearerToken,
  type TokenLimit,
  type TokenRequest,
} from './tokens/authenticate-token.ts'

/**
 * A session is a row; the browser holds a signed JWT with the row's id in an HttpOnly cookie, so a session can be
 * ended on the server at any time. A write by cookie must also repeat the XSRF-TOKEN cookie in X-XSRF-TOKEN.
 */

const SESSION_COOKIE = 'plumbline_session'
const XSRF_COOKIE = 'XSRF-TOKEN'
const SESSION_S = 30 * 24 * 3600
const HEADER = { alg: 'HS256' }
const HEAD = Buffer.from(JSON.stringify(HEADER)).toString('base64url')
/** Precision of the stored last use of a session. */
const SEEN_PRECISION_MS = 60_000

const computeXsrfToken = (secret: KeyObject, sessionId: string) =>
  createHmac('sha256', secret).update(`xsrf:${sessionId}`).digest('base64url')

/** Sets the anti-forgery cookie of a session; the page reads it, so it is not HttpOnly. */
export function renewXsrfCookie(ctx: Pick<PublicCtx, 'http' | 'secret'>, sessionId: string) {
  ctx.http.setCookie(XSRF_COOKIE, computeXsrfToken(ctx.secret, sessionId), {
    http_only: false,
    max_age_s: SESSION_S,
  })
}

type SignInMethod = 'PASSWORD' | 'PASSKEY' | 'RESET' | 'SIGN_UP'

/** The refusal for a session that has ended or may not start: names a locked or merged account. */
async function buildEndedRefusal(tx: Tx, userId: string): Promise<Refusal> {
  const user = await tx
    .selectFrom('users')
    .select(['locked_at', 'merged_into'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user?.merged_into) return new Refusal('unauthenticated', reason('account_merged'))
  return user?.locked_at
    ? new Refusal('unauthenticated', reason('account_locked'))
    : new Refusal('unauthenticated')
}

/**
 * Refuses locked and merged accounts. Locks the row, so that a concurrent lock or merge either completes before the session
 * starts or ends it.
 */
async function recordSignIn(ctx: PublicCtx, userId: string) {
  const { numUpdatedRows } = await ctx.tx
    .updateTable('users')
    .set({ signed_in_at: ctx.now().toISOString() })
    .where('id', '=', userId)
    .where('locked_at', 'is', null)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw await buildEndedRefusal(ctx.tx, userId)
}

/** Starts a session for an authenticated user and sets its cookies. */
export async function startSession(ctx: PublicCtx, userId: string, method: SignInMethod): Promise<void> {
  await recordSignIn(ctx, userId)
  const id = randomUUIDv7()
  const expires = new Date(ctx.now().getTime() + SESSION_S * 1000)
  await ctx.tx
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      ip: ctx.http.ip,
      user_agent: ctx.http.user_agent,
      created_at: ctx.now().toISOString(),
      seen_at: ctx.now().toISOString(),
      expires_at: expires.toISOString(),
    })
    .execute()
  const token = await new SignJWT({ sid: id })
    .setProtectedHeader(HEADER)
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(ctx.secret)
  ctx.http.setCookie(SESSION_COOKIE, token, { http_only: true, max_age_s: SESSION_S })
  renewXsrfCookie(ctx, id)
  rememberDevice(ctx, userId)
  await recordAudit(ctx, { user_id: userId }, { kind: 'SIGNED_IN', by: userId, data: { method } })
}

/** Ends all sessions of a user, or all but one, with their sockets. */
export async function endSessions(ctx: PublicCtx, userId: string, except?: string): Promise<void> {
  const ended = await ctx.tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .returning('id')
    .execute()
  for (const { id } of ended) ctx.onCommit(() => ctx.live.endSession(id))
}

/** Filters session ids to those that have ended or expired. */
export async function listEndedSessions(db: Db, ids: string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select given.id from unnest(${ids}::uuid[]) given (id)
    where not exists (select from sessions s where s.id = given.id and s.expires_at > ${now.toISOString()})`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

export function clearSessionCookies(ctx: PublicCtx) {
  ctx.http.clearCookie(SESSION_COOKIE)
  ctx.http.clearCookie(XSRF_COOKIE)
  ctx.http.clearCookie(DEVICE_COOKIE)
}

const Claims = z.object({ sid: z.string(), sub: z.string(), exp: z.number() })
type SessionClaims = z.output<typeof Claims>

const MAX_VERIFIED = 5000
/** Claims of tokens by the secret of the server that has verified their signature, which is computed once per token. */
const verifiedBySecret = new WeakMap<KeyObject, Map<string, SessionClaims>>()

/**
 * Verifies the signature of a session token. Uses a synchronous HMAC instead of WebCrypto, because the thread switch would
 * cost more than many requests.
 */
function readClaims(server: Server, token: string): SessionClaims | null {
  const [head = '', body = '', signature = ''] = token.split('.', 4)
  const isSigned = listSecrets(server).some((secret) =>
    isEqualInConstantTime(
      signature,
      createHmac('sha256', secret).update(`${HEAD}.${body}`).digest('base64url'),
    ),
  )
  if (token !== `${head}.${body}.${signature}` || head !== HEAD || !isSigned) return null
  return z.safeParse(Claims, JSON.parse(Buffer.from(body, 'base64url').toString())).data ?? null
}

export const readBearer = ({ headers }: FastifyRequest): string | undefined =>
  headers.authorization === undefined ? undefined : /^Bearer (\S+)$/i.exec(headers.authorization)?.[1]

/** The session and user that a request names by a token with our signature; null without one. The session may have ended. */
export function readSession(server: Server, request: FastifyRequest): { id: string; userId: string } | null {
  const token = readBearer(request) ?? request.cookies[SESSION_COOKIE]
  if (!token) return null
  const verified = verifiedBySecret.get(server.secret) ?? new Map<string, SessionClaims>()
  verifiedBySecret.set(server.secret, verified)
  const claims = verified.get(token) ?? readClaims(server, token)
  if (!claims || claims.exp * 1000 <= Date.now()) return null
  if (verified.size >= MAX_VERIFIED) verified.clear()
  verified.set(token, claims)
  return { id: claims.sid, userId: claims.sub }
}

/** The session of the caller; refuses callers with a token, which cannot change sign-in settings. */
export function getSessionId({ session_id }: Actor): string {
  if (session_id === null) throw new Refusal('unauthenticated')
  return session_id
}

/** Keeps the caller's session from ending before the transaction has; refuses if it has ended since the access check. */
export async function holdSession({ tx, actor }: UserCtx): Promise<void> {
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', getSessionId(actor))
    .forKeyShare()
    .executeTakeFirst()
  if (!session) throw await buildEndedRefusal(tx, actor.user_id)
}

export interface SessionRow {
  user_id: string
  email: string
  first_name: string
  last_name: string
  seen_at: string
}

export interface SessionValues {
  id: string
  now: string
}

/** Selects a session that has not expired, with its user. */
export const selectSession = <V extends SessionValues>(db: Db, parameter: ParameterOf<V>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id as user_id', 'users.email', 'users.first_name', 'users.last_name', 'sessions.seen_at'])
    .where('sessions.id', '=', parameter('id'))
    .where('sessions.expires_at', '>', parameter('now'))

const findSession = prepareQuery<SessionValues, SessionRow>(selectSession)

/**
 * Authenticates a request by its session cookie; a write by cookie needs the anti-forgery token. `find` reads the row of
 * the session, and may read more with it.
 */
export async function authenticateSession<R extends SessionRow>(
  server: Server,
  request: FastifyRequest,
  tx: Tx,
  find: (values: SessionValues) => Promise<R[]>,
): Promise<{ actor: Actor; row: R }> {
  const session = readSession(server, request)
  if (!session) throw new Refusal('unauthenticated')
  const { id, userId } = session
  const [row] = await find({ id, now: server.now().toISOString() })
  if (!row) throw await buildEndedRefusal(tx, userId)
  if (!readBearer(request) && !['GET', 'HEAD'].includes(request.method)) checkXsrf(server, request, id)
  const { user_id, email, first_name, last_name, seen_at } = row
  updateLastSeen(server, request, id, seen_at)
  return { actor: { user_id, email, first_name, last_name, session_id: id, only_project: null }, row }
}

/** Authenticates a request by an API or OAuth token; null without one. */
export async function authenticateBearer(
  server: Server,
  { request, tx, call, limit }: TokenRequest,
): Promise<Actor | null> {
  const bearer = readBearer(request)
  return bearer && isBearerToken(bearer)
    ? authenticateToken(server, { request, tx, call, limit }, bearer)
    : null
}

/** Authenticates requests by token or session cookie; a token takes precedence. */
export const createAuthenticator =
  (server: Server, limit: TokenLimit) =>
  async (request: FastifyRequest, tx: Tx, call: EndpointSpec | null): Promise<Actor> =>
    (await authenticateBearer(server, { request, tx, call, limit })) ??
    (await authenticateSession(server, request, tx, (values) => findSession(tx, values))).actor

/** Runs in parallel to the request on another connection, so that the request neither waits for it nor fails with it. */
function updateLastSeen({ db, log, now }: Server, request: FastifyRequest, id: string, seenAt: string) {
  const before = new Date(now().getTime() - SEEN_PRECISION_MS).toISOString()
  if (Date.parse(seenAt) > Date.parse(before)) return
  db.updateTable('sessions')
    .set({ seen_at: now().toISOString(), ip: request.ip })
    .where('id', '=', id)
    .where('seen_at', '<=', before)
    .execute()
    .catch((err: unknown) => log.warn({ err }, 'session'))
}

function checkXsrf(server: Server, request: FastifyRequest, id: string) {
  const header = String(request.headers['x-xsrf-token'] ?? '')
  const cookie = request.cookies[XSRF_COOKIE] ?? ''
  const isExpected = listSecrets(server).some((secret) => {
    const expected = computeXsrfToken(secret, id)
    return isEqualInConstantTime(header, expected) && isEqualInConstantTime(cookie, expected)
  })
  if (!isExpected) throw new Refusal('bad_xsrf_token')
}
