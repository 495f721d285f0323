import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import Stripe from 'stripe'
import { type Behaviour, type Books, invalidRequest, openBooks, StripeRefusal } from './stripe/books.ts'
import { failIntent, succeedIntent } from './stripe/charging.ts'
import { advanceClock } from './stripe/clock.ts'
import { answerOf } from './stripe/expand.ts'
import { cardObject } from './stripe/objects.ts'
import { parseForm } from './stripe/params.ts'
import { stripeRoutes, updateAfterPayment } from './stripe/routes.ts'

/**
 * A fake of the part of Stripe's API that billing uses. It refuses unknown parameters and lets tests move the clock,
 * decline cards, lose replies and deliver webhooks in any order.
 */

const SECRET_KEY = 'sk_test_plumbline'
const PUBLISHABLE_KEY = 'pk_test_plumbline'
const WEBHOOK_SECRET = 'whsec_plumbline'
const API_VERSION = '2026-10-28.endive'

/** A fault to inject into the next matching requests. */
export interface StripeFault {
  /** matches its line: `POST /v1/subscriptions` */
  of: RegExp | ((request: SeenRequest) => boolean)
  /** drops the connection or answers an error */
  how: 'lost' | 500 | 429
  /** the request takes effect before the fault */
  when: 'before' | 'after'
  times?: number
}

export interface SeenRequest {
  line: string
  key: string | null
  params: unknown
}

export interface FakeStripe {
  url: string
  books: Books
  requests: SeenRequest[]
  fail: (fault: StripeFault) => void
  /** clears all faults */
  heal: () => void
  /** advances the clock to this moment */
  advanceTo: (at: Date) => void
  /** enters a card in Stripe's browser form, so that it never passes through our server */
  addCard: (clientSecret: string, behaviour?: Behaviour, last4?: string) => string
  /** the card holder confirms or rejects the payment (3-D Secure) */
  authenticate: (clientSecret: string, succeeds: boolean) => void
  /** body and signature of an event */
  signed: (
    event: Stripe.Event,
    at?: Date,
    secret?: string,
  ) => { payload: string; headers: Record<string, string> }
  close: () => Promise<void>
}

interface Saved {
  line: string
  params: string
  status: number
  body: string
}

const failure = (message: string) => ({ error: { type: 'api_error', message } })

/** Checks authentication, and repeats stored replies by idempotency key. */
function perform(books: Books, saved: Map<string, Saved>, request: FastifyRequest, seen: SeenRequest): Saved {
  const path = request.url.split('?')[0] ?? ''
  const key = seen.key
  const params = JSON.stringify(seen.params)
  const before = key ? saved.get(key) : undefined
  if (before) {
    if (before.line === seen.line && before.params === params) return before
    const message =
      'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    throw new StripeRefusal(400, { type: 'idempotency_error', message })
  }
  const answered = (status: number, body: unknown): Saved => {
    const result = { line: seen.line, params, status, body: JSON.stringify(body) }
    if (key && request.method === 'POST') saved.set(key, result)
    return result
  }
  const route = stripeRoutes.find((one) => one.method === request.method && one.path.test(path))
  if (!route) throw invalidRequest(`Unrecognized request URL (${seen.line}).`, {}, 404)
  const parsed = route.params.safeParse(seen.params)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const code = issue?.code === 'unrecognized_keys' ? 'parameter_unknown' : 'parameter_invalid'
    throw invalidRequest(`${issue?.message} (${seen.line})`, { code, param: issue?.path.join('.') ?? '' })
  }
  const ids = route.path.exec(path)?.slice(1).map(decodeURIComponent) ?? []
  try {
    const result = route.answer({ books, ids }, parsed.data as never)
    const { expand } = parsed.data as { expand?: string[] }
    return answered(200, answerOf(books, result, expand))
  } catch (error) {
    if (error instanceof StripeRefusal && error.status === 402) return answered(402, error.body)
    throw error
  }
}

function demandHeaders({ headers }: FastifyRequest) {
  if (headers.authorization !== `Bearer ${SECRET_KEY}`)
    throw invalidRequest('Invalid API Key provided.', {}, 401)
  if (headers['stripe-version'] !== API_VERSION) throw invalidRequest('Another version of the API is spoken.')
  if (headers['x-stripe-client-telemetry']) throw invalidRequest('Nobody agreed to being measured.')
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  books: Books,
  parts: Pick<FakeStripe, 'requests'> & { faults: StripeFault[]; saved: Map<string, Saved> },
) {
  const query = request.url.split('?')[1] ?? ''
  const seen: SeenRequest = {
    line: `${request.method} ${request.url.split('?')[0]}`,
    key: (request.headers['idempotency-key'] as string | undefined) ?? null,
    params: parseForm(request.method === 'GET' ? query : String(request.body ?? '')),
  }
  parts.requests.push(seen)
  demandHeaders(request)
  const fault = parts.faults.find(
    ({ of, times = 1 }) => times > 0 && (of instanceof RegExp ? of.test(seen.line) : of(seen)),
  )
  if (fault) fault.times = (fault.times ?? 1) - 1
  const done = fault?.when === 'before' ? null : perform(books, parts.saved, request, seen)
  if (fault?.how === 'lost') return void request.raw.socket.destroy()
  // Stripe allows a retry of requests that collided with another request
  if (fault?.how === 429) void reply.header('stripe-should-retry', 'true')
  if (fault) return reply.status(fault.how as number).send(failure('Something went wrong on our end.'))
  return reply
    .status(done?.status ?? 500)
    .type('application/json')
    .send(done?.body)
}

function serve(app: FastifyInstance, books: Books, parts: Parameters<typeof answer>[3]) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, _request, reply) =>
    error instanceof StripeRefusal
      ? reply.status(error.status).send(error.body)
      : reply.status(500).send(failure(String(error))),
  )
  app.get('/pdf/:id', (request, reply) => {
    const { id } = request.params as { id: string }
    return reply.type('application/pdf').send(Buffer.from(`%PDF-1.4\n% ${id}\n%%EOF\n`))
  })
  app.all('/v1/*', (request, reply) => answer(request, reply, books, parts))
}

/** Actions of a person in the browser with Stripe's form and their bank. */
function inBrowser(books: Books): Pick<FakeStripe, 'addCard' | 'authenticate'> {
  return {
    addCard: (clientSecret, behaviour = 'works', last4 = '4242') => {
      const setup = books.all('setup_intent').find(({ client_secret }) => client_secret === clientSecret)
      if (!setup) throw new Error('no such secret')
      const card = books.make('pm', (id) =>
        cardObject(id, books.now, { brand: 'visa', last4, exp_month: 4, exp_year: 2031 }),
      )
      card.customer = setup.customer as string
      books.behaviours.set(card.id, behaviour)
      setup.status = 'succeeded'
      setup.payment_method = card.id
      books.tell('payment_method.attached', card)
      books.tell('setup_intent.succeeded', setup)
      return card.id
    },
    authenticate: (clientSecret, succeeds) => {
      const intent = books.all('payment_intent').find(({ client_secret }) => client_secret === clientSecret)
      if (intent?.status !== 'requires_action') throw new Error('nothing to confirm')
      if (succeeds) succeedIntent(books, intent)
      else failIntent(books, intent, 'payment_intent_authentication_failure', intent.payment_method as string)
      updateAfterPayment(books, intent)
    },
  }
}

export async function startStripe(now = new Date()): Promise<FakeStripe> {
  const books = openBooks(Math.floor(now.getTime() / 1000))
  const parts = {
    faults: [] as StripeFault[],
    saved: new Map<string, Saved>(),
    requests: [] as SeenRequest[],
  }
  const app = Fastify({ forceCloseConnections: true })
  serve(app, books, parts)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  books.address = url
  const { webhooks } = new Stripe(SECRET_KEY)
  return {
    ...{ url, books, requests: parts.requests, ...inBrowser(books) },
    fail: (fault) => void parts.faults.push({ ...fault }),
    heal: () => void parts.faults.splice(0),
    advanceTo: (at) => advanceClock(books, Math.floor(at.getTime() / 1000)),
    signed: (event, at = new Date(books.now * 1000), secret = WEBHOOK_SECRET) => {
      const payload = JSON.stringify(event)
      const timestamp = Math.floor(at.getTime() / 1000)
      const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp })
      return { payload, headers: { 'stripe-signature': signature, 'content-type': 'application/json' } }
    },
    close: () => app.close(),
  }
}

/** Environment variables that connect our server to the fake. */
export const stripeEnvironment = ({ url }: Pick<FakeStripe, 'url'>): Record<string, string> => ({
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_API_URL: url,
})
