import { randomUUIDv7 } from 'node:crypto'
import cookie from '@fastify/cookie'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import { type ErrorCode, errors } from '@plumbline/contract/errors'
import { asUntranslated } from '@plumbline/contract/sentences'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { BlobMissingError, BlobStoreUnavailableError } from '../blobs/blob-store.ts'
import type { Config } from '../config.ts'
import { getSqlState } from '../db/database.ts'
import { isTransientError } from '../db/transient-errors.ts'
import { parseJson } from '../loop/parse-json.ts'
import { createHandshakeCheck } from './handshake.ts'
import { isDiskFull, Refusal, UnreadBodyError } from './refusal.ts'
import { limitSlowBodies, type MinimumSpeed, sendSocketError } from './slow-clients.ts'

/** A client that has not told by then what it wants is given up. */
const HEADERS_MS = 15_000
type CorsDone = (error: Error | null, options: FastifyCorsOptions) => void
/** After so many seconds a caller should try again that was told 503. */
const RETRY_AFTER_S = 2
/** What is still in flight then is cut. */
const DRAIN_MS = 10_000

/** What programs in other browsers' pages may call: by tokens only, never with this server's cookies. */
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

/** Any error as the refusal that the caller is told; null for our own faults. */
function convertError(error: FastifyError): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof BlobMissingError) return new Refusal('not_found')
  if (isDiskFull(error)) return new Refusal('disk_full')
  if (error instanceof BlobStoreUnavailableError || isTransientError(error)) return new Refusal('unavailable')
  // foreign_key_violation: what the call refers to went in the meantime
  if (getSqlState(error) === '23503') return new Refusal('conflict')
  // numeric_value_out_of_range
  if (getSqlState(error) === '22003') return new Refusal('bad_request')
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500 ? new Refusal(findCodeByStatus(status)) : null
}

/** How a program that calls may prove for whom (RFC 6750), or who it is; browsers ask people nothing by it. */
function buildAuthChallenge({ headers, url }: FastifyRequest): string | null {
  if (headers.authorization?.startsWith('Basic ')) return 'Basic realm="Plumbline"'
  if (headers.authorization) return 'Bearer realm="Plumbline", error="invalid_token"'
  return crossOriginPaths.test(url) ? 'Bearer realm="Plumbline"' : null
}

function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = convertError(error)
  if (!refusal || refusal.code === 'disk_full') request.log.error({ err: error }, 'request failed')
  else if (refusal !== error && refusal.code === 'unavailable')
    request.log.warn({ err: error }, 'request put off')
  const said = refusal ?? new Refusal('internal')
  if (said.retryAfter) void reply.header('retry-after', said.retryAfter)
  const challenge = said.status === 401 && buildAuthChallenge(request)
  if (challenge) void reply.header('www-authenticate', challenge)
  return reply
    .status(said.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(said.body(request.id)))
}

/** An address that cannot be decoded, or a part of one that is longer than any name, reaches no route. */
function sendBadUrlError(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = new Refusal('not_found')
  return reply
    .status(refusal.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal.body(request.id)))
}

/** Where Amplitude's library sends to, and asks how to record; nothing of it is loaded without a key. */
const amplitudeHosts = ['api2', 'api-sr', 'sr-client-cfg'].map((name) => `https://${name}.amplitude.com`)

/** What Stripe’s form and its questions of banks need in the browser. */
const stripeHosts = ['https://js.stripe.com', 'https://*.js.stripe.com']
const stripeFrames = [...stripeHosts, 'https://hooks.stripe.com']

const buildContentSecurityPolicy = ({ settings, billing }: Config) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'self'"],
    objectSrc: ["'none'"],
    scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...(billing.stripe ? stripeHosts : [])],
    ...(billing.stripe ? { frameSrc: ["'self'", ...stripeFrames] } : {}),
    workerSrc: ["'self'", 'blob:'],
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: [
      "'self'",
      ...(settings.AMPLITUDE_KEY ? amplitudeHosts : []),
      ...(billing.stripe ? ['https://api.stripe.com'] : []),
    ],
    // its recorder compares style attributes by setting them
    ...(settings.AMPLITUDE_KEY ? { styleSrcAttr: ["'unsafe-inline'"] } : {}),
  },
})

/** The HTTP server with everything that knows no domain: headers, cookies, limits, errors, request ids. */
export async function createFastify(config: Config, slowest?: MinimumSpeed): Promise<FastifyInstance> {
  const app = Fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
    // probes of health come every few seconds and say nothing
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
    // what is in flight when the server stops is answered
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  app.addHook('preClose', async () => {
    const { server } = app
    if (!server.listening) return
    // a connection whose request was answered meanwhile waits for the next one
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    server.once('close', () => {
      clearInterval(idle)
      clearTimeout(cut)
    })
  })
  app.setErrorHandler(sendError)
  await app.register(cors, () => (request: FastifyRequest, done: CorsDone) => {
    const [path = ''] = request.url.split('?')
    done(null, crossOriginPaths.test(path) ? crossOriginOptions : { origin: false })
  })
  await app.register(cookie)
  // read by takeFile, after access was checked
  await app.register(multipart)
  await app.register(helmet, {
    contentSecurityPolicy: buildContentSecurityPolicy(config),
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: config.publicUrl.startsWith('https:'),
  })
  await app.register(rateLimit, {
    max: config.limits.requestsPerMinute,
    timeWindow: 60_000,
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
    // what other programs keep they ask about again, by its tag
    if (/^\/(bcf|foundation)\//.test(request.url)) void reply.header('cache-control', 'private, no-cache')
  })
  // a JSON body may be empty where the contract lets it
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined
      return parseJson(body).catch(() => {
        throw new UnreadBodyError('bad_request', { message: asUntranslated('The body is not JSON') })
      })
    },
  )
  // no call takes a form; a mail program's one-click unsubscribing (RFC 8058) sends one that says nothing more
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { bodyLimit: 1000, parseAs: 'string' },
    (_request, _body, done) => done(null, undefined),
  )
  return app
}
