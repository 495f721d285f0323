import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'

/** The state of the stand-in for Stripe, and its refusals. */

export class StripeRefusal extends Error {
  readonly status: number
  readonly body: { error: Record<string, unknown> }
  constructor(status: number, error: { type: string; message: string } & Record<string, unknown>) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}

export const invalidRequest = (message: string, more: { code?: string; param?: string } = {}, status = 400) =>
  new StripeRefusal(status, { type: 'invalid_request_error', message, ...more })

const missing = (id: string) =>
  invalidRequest(`No such thing: '${id}'`, { code: 'resource_missing', param: 'id' }, 404)

/** The behaviour of a test card when it is charged. */
export type Behaviour =
  | 'works'
  | 'card_declined'
  | 'insufficient_funds'
  | 'expired_card'
  /** requires 3-D Secure on session, declines off session */
  | 'asks'

interface Kinds {
  customer: Stripe.Customer
  payment_method: Stripe.PaymentMethod
  setup_intent: Stripe.SetupIntent
  product: Stripe.Product
  price: Stripe.Price
  coupon: Stripe.Coupon
  discount: Stripe.Discount
  tax_rate: Stripe.TaxRate
  tax_id: Stripe.TaxId
  subscription: Stripe.Subscription
  subscription_schedule: Stripe.SubscriptionSchedule
  invoice: Stripe.Invoice
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
}
export type StripeKind = keyof Kinds
export type StripeObject = Kinds[StripeKind]

/** A charge for a running period; a proration refunds part of it. */
export interface Debit {
  amount: number
  discount: number
  price: Stripe.Price
  quantity: number
  start: number
  end: number
  /** start of the whole period; the charge may cover its rest only */
  period_start: number
}

interface PendingChange {
  price: Stripe.Price
  quantity: number
  debit: Debit
}

export interface Books {
  /** the clock in Unix seconds, moved by tests */
  now: number
  /** base URL of the fake, for document links */
  address: string
  newId: (prefix: string) => string
  make: <T extends StripeObject>(prefix: string, build: (id: string) => T) => T
  keep: (thing: StripeObject) => void
  forget: (id: string) => void
  find: (id: string) => StripeObject | undefined
  get: <K extends StripeKind>(kind: K, id: string) => Kinds[K]
  all: <K extends StripeKind>(kind: K) => Kinds[K][]
  behaviours: Map<string, Behaviour>
  /** latest charges of the running period, by subscription */
  debits: Map<string, Debit>
  /** pending change that is not paid yet, by subscription */
  pending: Map<string, PendingChange>
  /** events, oldest first */
  events: Stripe.Event[]
  tell: (type: string, thing: StripeObject, previous?: object) => void
}

export function openBooks(now: number): Books {
  const things = new Map<string, StripeObject>()
  const books: Books = {
    ...{ now, address: '', behaviours: new Map(), debits: new Map(), pending: new Map(), events: [] },
    newId: (prefix) => `${prefix}_${randomBytes(12).toString('hex')}`,
    make: (prefix, build) => {
      const thing = build(books.newId(prefix))
      things.set(thing.id, thing)
      return thing
    },
    keep: (thing) => void things.set(thing.id, thing),
    forget: (id) => void things.delete(id),
    find: (id) => things.get(id),
    get: (kind, id) => {
      const thing = things.get(id)
      if (thing?.object !== kind) throw missing(id)
      return thing as never
    },
    all: (kind) => [...things.values()].filter((thing) => thing.object === kind) as never,
    tell: (type, thing, previous) => {
      const data = { object: structuredClone(thing), ...(previous ? { previous_attributes: previous } : {}) }
      const event = {
        ...{ id: books.newId('evt'), object: 'event', account: undefined },
        ...{ api_version: '2026-10-28.endive', created: books.now, data, livemode: false },
        ...{ pending_webhooks: 1, request: { id: null, idempotency_key: null }, type },
      }
      books.events.push(event as never)
    },
  }
  return books
}
