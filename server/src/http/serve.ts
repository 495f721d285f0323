import { Readable } from 'node:stream'
import { cutText, repairLine } from '@plumbline/contract/characters'
import { Id } from '@plumbline/contract/fields'
import { type EndpointSpec, isSchema } from '@plumbline/contract/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { BytesReply, CookieOptions, HttpExchange, PublicCtx, Route, Server } from '../context.ts'
import { inTransaction, isCommitUnknown, type Tx } from '../db/database.ts'
import { acrossProjects, inProject } from '../db/project-scope.ts'
import type { Teller } from '../live/tell.ts'
import { type AccessGate, authenticateCaller, type Caller, checkAccess, checkRepeat } from './check-access.ts'
import { createRepeats, readIdempotencyKey, type StoredAnswer } from './idempotency.ts'
import { getBodyLimit, parseInput, parseParams } from './input.ts'
import { getNetwork } from './network.ts'
import { countHit } from './rate-limit.ts'
import { isUnreadBodyError, Refusal, UnreadBodyError } from './refusal.ts'
import { formatJsonInSlices, validateInSlices } from './slice-validation.ts'
import { findUploadId, prepareWork } from './upload.ts'

/** Parses the entity tags of an If-Match or If-None-Match header, including `*`; null without one. */
const parseEntityTags = (header: string | undefined): string[] | null =>
  header === undefined
    ? null
    : header.split(',').map((tag) => tag.trim().replace(/^W\//, '').replace(/^"|"$/g, ''))

/** True if the client's cached copy is current (If-None-Match). */
const isNotModified = (request: FastifyRequest, tag: string | null): boolean => {
  const tags = parseEntityTags(request.headers['if-none-match'])
  return (
    request.method === 'GET' && tag !== null && tags !== null && (tags.includes(tag) || tags.includes('*'))
  )
}

/** Aborts when the connection closes before the response was sent; Fastify's own signal fires once the request is read. */
function createCloseSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => raw.writableFinished || gone.abort())
  if (raw.destroyed && !raw.writableFinished) gone.abort()
  return gone.signal
}

/** Headers and cookies that a handler sets in addition to its result. */
interface SentHeaders {
  etag: string | null
  cookies: Map<string, StoredAnswer['cookies'][number]>
}

/** Builds the exchange for handlers, records the headers they set, and can replay it from a stored answer. */
function createExchange(request: FastifyRequest, reply: FastifyReply, secure: boolean) {
  let gone: AbortSignal | undefined
  const team = request.headers['x-plumbline-team-id']
  const ifMatch = /^(?:W\/)?"?(\d+)"?$/.exec(String(request.headers['if-match'] ?? ''))
  const sent: SentHeaders = { etag: null, cookies: new Map() }
  const setEtag = (etag: string) => {
    sent.etag = etag
    void reply.header('etag', etag)
  }
  const setCookie = (name: string, value: string | null, options: CookieOptions | null) => {
    sent.cookies.set(name, { name, value, options })
    if (value === null || !options) return void reply.clearCookie(name, { path: '/' })
    void reply.setCookie(name, value, {
      path: '/',
      sameSite: 'lax',
      secure,
      httpOnly: options.http_only,
      maxAge: options.max_age_s,
    })
  }
  const http: HttpExchange = {
    request_id: request.id,
    ip: request.ip,
    network: getNetwork(request.ip),
    user_agent: cutText(repairLine(request.headers['user-agent'] ?? ''), 300),
    if_match: ifMatch ? Number(ifMatch[1]) : null,
    accepts_brotli: /\bbr\b/.test(String(request.headers['accept-encoding'] ?? '')),
    authorization: request.headers.authorization ?? '',
    range: request.headers.range ?? null,
    team_id: z.safeParse(Id, team).data ?? null,
    cookie: (name) => request.cookies[name],
    setCookie,
    clearCookie: (name) => setCookie(name, null, null),
    setVersionTag: (version) => setEtag(`"${version}"`),
    if_match_tags: parseEntityTags(request.headers['if-match']),
    get signal() {
      gone ??= createCloseSignal(reply)
      return gone
    },
    setContentTag: (text) => {
      setEtag(`"${text}"`)
      if (isNotModified(request, text)) void reply.status(304)
    },
  }
  const repeat = (answer: StoredAnswer): StoredAnswer => {
    if (answer.etag) setEtag(answer.etag)
    for (const { name, value, options } of answer.cookies) setCookie(name, value, options)
    void reply.header('idempotent-replayed', 'true')
    return answer
  }
  return { http, sent, repeat }
}

const isBytesReply = ({ endpoint }: Route, result: unknown): result is BytesReply =>
  endpoint.reply !== null &&
  (!isSchema(endpoint.reply) || (endpoint.also !== undefined && result instanceof Object && 'body' in result))

/** A response with more chunks is streamed. */
const MAX_JOINED_CHUNKS = 8

async function formatBody(reply: z.ZodMiniType, result: unknown): Promise<Buffer[]> {
  const { data, issues } = await validateInSlices(reply, result)
  // a reply that does not match its schema is an internal error
  if (issues) throw new z.core.$ZodError(issues)
  return formatJsonInSlices(data ?? null)
}

/** Serializes a result by the reply schema, which drops every column that it does not list. */
async function buildAnswer({ endpoint }: Route, result: unknown, sent: SentHeaders): Promise<StoredAnswer> {
  const { reply } = endpoint
  if (endpoint.null_is_204 && result === null)
    return { status: 204, body: null, etag: sent.etag, cookies: [...sent.cookies.values()] }
  const body = isSchema(reply) ? await formatBody(reply, result) : null
  const status = endpoint.status ?? (reply === null ? 204 : 200)
  return { status, body, etag: sent.etag, cookies: [...sent.cookies.values()] }
}

function sendAnswer(reply: FastifyReply, { status, body }: StoredAnswer) {
  if (reply.statusCode === 304) return reply.send()
  if (body === null) return reply.status(status).send()
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .send(body.length <= MAX_JOINED_CHUNKS ? Buffer.concat(body) : Readable.from(body))
}

function sendBytes(reply: FastifyReply, bytes: BytesReply) {
  if (reply.statusCode === 304) return reply.send()
  return reply
    .status(bytes.status ?? 200)
    .headers(bytes.headers ?? {})
    .type(bytes.type)
    .send(bytes.body)
}

/** Parses the input; an error is reported only after the access check has passed. */
async function parseOrRefuse(
  endpoint: EndpointSpec,
  request: FastifyRequest,
  unread: Error | null,
  enter: () => Promise<unknown>,
) {
  try {
    if (unread) throw unread
    return { ...(await parseInput(endpoint, request)), write: await readIdempotencyKey(endpoint, request) }
  } catch (error) {
    await enter()
    throw error
  }
}

function runAll(acts: (() => void)[]) {
  for (const act of acts) act()
}

/** Executes a call; returns its result, or the stored answer of an earlier write with the same key. */
async function executeRequest(
  route: Route,
  server: Server,
  teller: Teller,
  gate: AccessGate,
  request: FastifyRequest,
  { http, sent, repeat }: ReturnType<typeof createExchange>,
  params: Record<string, string>,
  unread: Error | null,
): Promise<StoredAnswer | BytesReply> {
  const { endpoint, handler } = route
  const { upload } = endpoint
  const effects: (() => void)[] = []
  const undos: (() => void)[] = []
  const context = (tx: Tx, told: ReturnType<Teller['begin']>): PublicCtx => ({
    ...server,
    log: request.log,
    tx,
    http,
    tell: told,
    onCommit: (effect) => void effects.push(effect),
    onFailure: (undo) => void undos.push(undo),
    limit: (key, most, windowS) => countHit(server.db, key, most, windowS),
  })
  const answer = async (result: unknown) =>
    isBytesReply(route, result) ? result : buildAnswer(route, result, sent)
  const outside = context(server.db, teller.begin(server.db))
  const authenticate = (ctx: PublicCtx) => authenticateCaller(route, ctx, gate, request, params.id)
  const admit = (ctx: PublicCtx, caller: Caller) => checkAccess(route, ctx, gate, caller, params.id)
  const admitAgain = (ctx: PublicCtx, caller: Caller) => checkRepeat(route, ctx, gate, caller, params)
  const enterOutside = async () => admit(outside, await authenticate(outside))
  const { write, ...read } = await parseOrRefuse(endpoint, request, unread, enterOutside)
  const parsed = { params, ...read }
  const repeats = createRepeats(server, write)
  const unprepared = handler.unprepared?.(parsed as never)
  const sendsFile = upload !== undefined && findUploadId(upload, parsed) === undefined
  const isPrepared = handler.prepare !== undefined && unprepared === undefined
  const isEarly = endpoint.method === 'GET' || upload !== undefined || isPrepared
  let early: PublicCtx | null = null
  let findEarlier: () => Promise<StoredAnswer | null> = async () => null
  if (isEarly) {
    const caller = await authenticate(outside)
    const userId = caller.actor?.user_id ?? null
    findEarlier = () => repeats.find(server.db, userId, () => admitAgain(outside, caller))
    const earlier = sendsFile ? null : await findEarlier()
    if (earlier) return repeat(earlier)
    early = await admit(outside, caller)
  }
  if (endpoint.method === 'GET' && !handler.prepare)
    return answer(await handler.handle(early as never, parsed as never, undefined))
  const onFile = async (sha256: string) => {
    if (!sendsFile) return
    repeats.bindToFile(sha256)
    // the stored answer replaces this refusal below
    if (await findEarlier()) throw new Refusal('conflict')
  }
  let result: StoredAnswer | BytesReply
  try {
    // files are read and work is prepared only after the access check
    const { input, prepared } = await prepareWork(route, request, early, parsed, unprepared, onFile)
    const preparedEffects = effects.length
    if (endpoint.method === 'GET')
      return answer(await handler.handle(early as never, input as never, prepared))
    result = await inTransaction(server.db, async (tx) => {
      // a repeated transaction registers its effects again
      effects.length = preparedEffects
      const ctx = context(tx, teller.begin(tx))
      const caller = await authenticate(ctx)
      const userId = caller.actor?.user_id ?? null
      const earlier = await repeats.claim(tx, userId, () => admitAgain(ctx, caller))
      if (earlier) {
        runAll(undos)
        return repeat(earlier)
      }
      const answered = await answer(
        await handler.handle((await admit(ctx, caller)) as never, input as never, prepared),
      )
      await repeats.store(tx, userId, answered)
      return answered
    })
  } catch (error) {
    if (!isCommitUnknown(error)) runAll(undos)
    // refused because the same write, sent at the same time, has been carried out already
    const earlier = error instanceof Refusal ? await findEarlier() : null
    if (earlier) return repeat(earlier)
    throw error
  }
  acrossProjects('work after the commit belongs to the server', () => {
    teller.nudge()
    runAll(effects)
  })
  return result
}

/** Executes a call; statements of a call in a project are limited to that project's rows. */
function executeInScope(
  route: Route,
  server: Server,
  teller: Teller,
  gate: AccessGate,
  request: FastifyRequest,
  exchange: ReturnType<typeof createExchange>,
  unread: Error | null = null,
): Promise<StoredAnswer | BytesReply> {
  const params = parseParams(route.endpoint, request)
  const execute = () => executeRequest(route, server, teller, gate, request, exchange, params, unread)
  return route.endpoint.access.startsWith('project:') ? inProject(params.id ?? '', execute) : execute()
}

/** Registers every endpoint: parses input, checks access, runs the transaction and sends the reply. */
export function serveRoutes(
  app: FastifyInstance,
  routes: Route[],
  server: Server,
  teller: Teller,
  gate: AccessGate,
) {
  const secure = server.config.publicUrl.startsWith('https:')
  const serve = (to: FastifyInstance, served: Route[]) => {
    for (const route of served)
      to.route({
        method: route.endpoint.method,
        url: route.endpoint.path,
        exposeHeadRoute: false,
        ...(route.endpoint.secret ? { compress: false as const } : {}),
        bodyLimit: getBodyLimit(route.endpoint),
        handler: async (request, reply) => {
          const result = await executeInScope(
            route,
            server,
            teller,
            gate,
            request,
            createExchange(request, reply, secure),
          )
          return 'cookies' in result ? sendAnswer(reply, result) : sendBytes(reply, result)
        },
        errorHandler: async (error, request, reply) => {
          if (isUnreadBodyError(error))
            await executeInScope(
              route,
              server,
              teller,
              gate,
              request,
              createExchange(request, reply, secure),
              error,
            )
          throw error
        },
      })
  }
  const takesBytes = ({ endpoint }: Route) => endpoint.upload?.in_body === true
  const takesForm = ({ endpoint }: Route) => endpoint.form === true
  serve(
    app,
    routes.filter((route) => !takesBytes(route) && !takesForm(route)),
  )
  void app.register(async (scope) => {
    scope.removeContentTypeParser('application/x-www-form-urlencoded')
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { bodyLimit: 20_000, parseAs: 'string' },
      (_request, body, done) => {
        const fields = [...new URLSearchParams(String(body))]
        const names = new Set(fields.map(([name]) => name))
        if (names.size < fields.length) done(new UnreadBodyError('invalid_request'))
        else done(null, Object.fromEntries(fields))
      },
    )
    serve(scope, routes.filter(takesForm))
  })
  // a body that is a file is not parsed, whatever its content type, and read only after the access check
  void app.register(async (scope) => {
    scope.removeContentTypeParser(['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    serve(scope, routes.filter(takesBytes))
  })
}
