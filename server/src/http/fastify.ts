import { randomUUIDv7 } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import { type ErrorCode, errors } from '@plumbline/contract/errors'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { NoResultError } from 'kysely'
import { BlobMissingError, BlobStoreUnavailableError } from '../blobs/blob-store.ts'
import type { Config } from '../config.ts'
import { getSqlState } from '../db/database.ts'
import { isTransientError } from '../db/transient-errors.ts'
import { parseJson, TooManyMembersError } from '../loop/parse-json.ts'
import { traceRequests } from '../tracing/trace-requests.ts'
import { describeTrace } from '../tracing/tracing.ts'
import { createHandshakeCheck } from './handshake.ts'
import { getNetwork } from './network.ts'
import { isDiskFull, Refusal, UnreadBodyError } from './refusal.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { SITE_ROUTE } from './site.ts'
import { limitSlowBodies, type MinimumSpeed, sendSocketError } from './slow-clients.ts'
import { stopAcceptingGently } from './stop-accepting.ts'

/** Time limit for the headers of a request. */
const HEADERS_MS = 15_000
type CorsDone = (error: Error | null, options: FastifyCorsOptions) => void
/** Retry-After of a 503 response, in seconds. */
const RETRY_AFTER_S = 2

/** Paths open to web pages of other origins: with tokens only, never with cookies. */
const crossOriginPaths =
  /^\/(bcf|foundation)\/|^\/oauth\/(token|register|revoke)$|^\/\.well-known\/oauth-authorization-server$/
const crossOriginOptions = {
  origin: '*',
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'Content-Disposition',
    'Accept',
    'Idempotency-Key',
    'If-Match',
    'If-None-Match',
  ],
  exposedHeaders: [
    'ETag',
    'Location',
    'Content-Disposition',
    'WWW-Authenticate',
    'Retry-After',
    'X-Request-Id',
  ],
  maxAge: 7200,
}

const findCodeByStatus = (status: number): ErrorCode =>
  (Object.keys(errors) as ErrorCode[]).find((code) => errors[code].status === status) ?? 'bad_request'

/** Primary keys by a number that the server counts: a second row is a fault of the server. */
const countedKeys = ['issue_log_pkey', 'audit_log_pkey', 'audit_details_pkey']

/** PostgreSQL names the primary key of a table after it. */
const isOfPrimaryKey = ({ constraint = '' }: Error & { constraint?: string }) =>
  constraint.endsWith('_pkey') && !countedKeys.includes(constraint)

/** Converts an error to the refusal sent to the client; null for an internal error. */
function convertError(error: FastifyError): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof BlobMissingError) return new Refusal('not_found')
  if (isDiskFull(error)) return new Refusal('disk_full')
  if (error instanceof BlobStoreUnavailableError || isTransientError(error)) return new Refusal('unavailable')
  // foreign_key_violation: a referenced row was deleted in the meantime; NoResultError: a row that this call had read before
  if (getSqlState(error) === '23503' || (error as Error) instanceof NoResultError)
    return new Refusal('conflict')
  // unique_violation of a primary key: another call took the id that this one has chosen, at the same moment
  if (getSqlState(error) === '23505' && isOfPrimaryKey(error)) return new Refusal('already_exists')
  // numeric_value_out_of_range
  if (getSqlState(error) === '22003') return new Refusal('bad_request')
  // a path that no file can have, such as one with a NUL
  if (error.code === 'FST_STATIC_FORBIDDEN_PATH') return new Refusal('not_found')
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500 ? new Refusal(findCodeByStatus(status)) : null
}

/** The WWW-Authenticate header of a 401 (RFC 6750); browsers show no dialog for these schemes. */
function buildAuthChallenge({ headers, url }: FastifyRequest): string | null {
  if (headers.authorization?.startsWith('Basic ')) return 'Basic realm="Plumbline"'
  if (headers.authorization) return 'Bearer realm="Plumbline", error="invalid_token"'
  return crossOriginPaths.test(url) ? 'Bearer realm="Plumbline"' : null
}

function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = convertError(error)
  if (!refusal || refusal.code === 'disk_full') request.log.error({ err: error }, 'request failed')
  else if (refusal !== error && (refusal.code === 'unavailable' || refusal.code === 'conflict'))
    request.log.warn({ err: error }, `request refused as ${refusal.code}`)
  const sent = refusal ?? new Refusal('internal')
  const { retryAfter } = sent.details
  if (retryAfter) void reply.header('retry-after', retryAfter)
  const challenge = sent.status === 401 && buildAuthChallenge(request)
  if (challenge) void reply.header('www-authenticate', challenge)
  return reply
    .status(sent.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(sent.body(request.id)))
}

/** Answers 404 for a URL that cannot be decoded or whose parameter exceeds the length limit. */
function sendBadUrlError(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = new Refusal('not_found')
  return reply
    .status(refusal.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal.body(request.id)))
}

function addBodyParsers(app: FastifyInstance) {
  // an empty JSON body is allowed; the contract decides
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined
      return parseJson(body).catch((error: unknown) => {
        const text = error instanceof TooManyMembersError ? error.message : 'The body is not JSON'
        throw new UnreadBodyError('bad_request', { text })
      })
    },
  )
  // forms are ignored, except by OAuth; one-click unsubscribe (RFC 8058) sends one without needed content
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { bodyLimit: 1000, parseAs: 'string' },
    (_request, _body, done) => done(null, undefined),
  )
}

/** A logged request without its query, which may hold a mail code or somebody's search text. */
const logRequest = ({ method, url, host, ip }: FastifyRequest) => ({
  method,
  url: url.split('?', 1)[0],
  host,
  remoteAddress: ip,
})

/** Key for counting a signed-in caller's requests; null: counted by address. */
export type NameCaller = (request: FastifyRequest) => string | null

interface FastifyParts {
  slowest?: MinimumSpeed
  nameCaller?: NameCaller
}

/** Limit on counted callers; beyond it, the least recent ones are forgotten and start from zero. */
const MAX_COUNTED_CALLERS = 20_000

/** Creates the HTTP server with its domain-independent parts: headers, cookies, limits, errors, request ids. */
export async function createFastify(
  config: Config,
  { slowest, nameCaller }: FastifyParts = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    logger:
      config.logLevel === 'silent'
        ? false
        : { level: config.logLevel, mixin: describeTrace, serializers: { req: logRequest } },
    // health probes would fill the log
    logController: new LogController({
      disableRequestLogging: ({ url }) =>
        config.env !== 'production' || url === '/healthz' || url === '/readyz',
    }),
    genReqId: () => randomUUIDv7(),
    trustProxy: config.trustProxy as boolean,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 1000 },
    clientErrorHandler: sendSocketError,
    frameworkErrors: sendBadUrlError,
    routerOptions: { maxParamLength: 300 },
    // requests in flight are answered during shutdown
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  traceRequests(app, config.tracing?.share ?? 0)
  app.setErrorHandler(sendError)
  // a browser asks again for a script that varies by origin: its import names one, and the fetch before it does not
  app.addHook('onRoute', (route) => {
    if (route.url !== '*' && !crossOriginPaths.test(route.url))
      route.config = Object.assign({}, route.config, { cors: false })
  })
  await app.register(cors, () => (request: FastifyRequest, done: CorsDone) => {
    const [path = ''] = request.url.split('?')
    done(null, crossOriginPaths.test(path) ? crossOriginOptions : { origin: false })
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    customTypes: /^(application\/(\S+\+)?json|text\/html)\b/,
    threshold: 1024,
    // replies are compressed while the client waits: 3 of 11 takes half the time of 4, for 1 to 4 % more bytes
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } },
    // request bodies are not decompressed
    globalDecompression: false,
  })
  await app.register(cookie)
  // read by readFileIntoMemory, after the access check
  await app.register(multipart)
  addSecurityHeaders(app, config)
  await app.register(rateLimit, {
    max: config.limits.requestsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => nameCaller?.(request) ?? getNetwork(request.ip),
    cache: MAX_COUNTED_CALLERS,
    // the page and the files of the web client: a first visit fetches 250, and an office may come from one address
    allowList: ({ routeOptions }) => routeOptions.url === SITE_ROUTE,
    errorResponseBuilder: () => new Refusal('too_many_requests'),
  })
  await app.register(websocket, {
    options: {
      maxPayload: 1024,
      perMessageDeflate: false,
      verifyClient: createHandshakeCheck(config.publicUrl),
    },
  })
  limitSlowBodies(app, slowest)
  app.addHook('onSend', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after'))
      void reply.header('retry-after', RETRY_AFTER_S)
    if (reply.hasHeader('cache-control')) return
    if (/^\/(api|oauth)\//.test(request.url)) void reply.header('cache-control', 'no-store')
    // clients may cache these replies but revalidate them by ETag
    if (/^\/(bcf|foundation)\//.test(request.url)) void reply.header('cache-control', 'private, no-cache')
  })
  addBodyParsers(app)
  // after the hook that closes sockets, because nothing may delay the closing of the port after it
  stopAcceptingGently(app)
  return app
}
