import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'

/** What the stand-in for Stripe remembers, and how it says no. */

export class StripeRefusal extends Error {
  readonly status: number
  readonly body: { error: Record<string, unknown> }
  constructor(status: number, error: { type: string; message: string } & Record<string, unknown>) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}

export const invalid = (message: string, more: { code?: string; param?: string } = {}, status = 400) =>
  new StripeRefusal(status, { type: 'invalid_request_error', message, ...more })

const missing = (id: string) =>
  invalid(`No such thing: '${id}'`, { code: 'resource_missing', param: 'id' }, 404)

/** What a card does when it is charged. */
export type Behaviour =
  | 'works'
  | 'card_declined'
  | 'insufficient_funds'
  | 'expired_card'
  /** asks its holder for a confirmation when they are there, and declines when they are not */
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
export type Kind = keyof Kinds
export type Thing = Kinds[Kind]

/** A line that was charged for a period which still goes on: what a proration gives back is a part of it. */
export interface Debit {
  amount: number
  discount: number
  price: Stripe.Price
  quantity: number
  start: number
  end: number
  /** when the period began, of which this may be the rest only */
  period_start: number
}

interface PendingChange {
  price: Stripe.Price
  quantity: number
  debit: Debit
}

export interface Books {
  /** the clock, in seconds; tests move it */
  now: number
  /** of the server, for documents */
  address: string
  newId: (prefix: string) => string
  make: <T extends Thing>(prefix: string, build: (id: string) => T) => T
  keep: (thing: Thing) => void
  forget: (id: string) => void
  find: (id: string) => Thing | undefined
  get: <K extends Kind>(kind: K, id: string) => Kinds[K]
  all: <K extends Kind>(kind: K) => Kinds[K][]
  behaviours: Map<string, Behaviour>
  /** of a subscription, what was charged for its period last */
  debits: Map<string, Debit>
  /** of a subscription, a change that is not paid for yet */
  pending: Map<string, PendingChange>
  /** happened, oldest first */
  events: Stripe.Event[]
  tell: (type: string, thing: Thing, previous?: object) => void
}

export function openBooks(now: number): Books {
  const things = new Map<string, Thing>()
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
