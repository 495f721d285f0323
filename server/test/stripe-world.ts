import { login } from '@plumbline/contract/auth/auth'
import {
  addPaymentMethod,
  changeSubscription,
  estimateSubscription,
  listInvoices,
  listPayments,
  startSubscription,
} from '@plumbline/contract/billing/billing'
import { getSubscription } from '@plumbline/contract/billing/subscription'
import type { CallOf } from '@plumbline/contract/http'
import type Stripe from 'stripe'
import { openBillingProvider } from '../src/billing/open-billing-provider.ts'
import { refreshUnsettledTeams } from '../src/billing/refresh-accounts.ts'
import { startApp, type TestApp } from './app.ts'
import { makeOwner, PASSWORD } from './make.ts'
import type { Behaviour } from './stripe/books.ts'
import { type FakeStripe, startStripe, stripeEnvironment } from './stripe-server.ts'

/** Our server and the fake Stripe on one clock, with paying companies. */

export interface BillingWorld {
  app: TestApp
  stripe: FakeStripe
  now: () => Date
  /** advances both clocks and delivers Stripe's events */
  passTo: (at: Date) => Promise<void>
  /** advances both clocks without delivering events */
  wait: (ms: number) => void
  /** delivers pending events; `arrange` may repeat and reorder them */
  deliver: (arrange?: (events: Stripe.Event[]) => Stripe.Event[]) => Promise<void>
  close: () => Promise<void>
}

/** start of the fake clock, far in the future, because sessions also expire by the real clock */
const BEGINNING = new Date('2040-01-31T09:20:00Z')
const WEBHOOK = '/api/billing/stripe/webhook'

export const deliverEvents = (
  app: TestApp,
  { payload, headers }: { payload: string; headers: Record<string, string> },
) => app.fastify.inject({ method: 'POST', url: WEBHOOK, payload, headers })

/** Waits until every stored event has been processed. */
async function followed(app: TestApp): Promise<void> {
  for (;;) {
    const waiting = await app.server.db
      .selectFrom('stripe_events')
      .select('id')
      .where('handled_at', 'is', null)
      .execute()
    if (waiting.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export async function startPaying(environment: Record<string, string> = {}): Promise<BillingWorld> {
  const clock = { now: BEGINNING }
  const stripe = await startStripe(BEGINNING)
  const app = await startApp(
    {
      ...stripeEnvironment(stripe),
      ...{ BILLING_SELLER_COUNTRY: 'DE', BILLING_TAX: 'DE:19,AT:20', ...environment },
    },
    { now: () => clock.now },
  )
  let delivered = 0
  const deliver: BillingWorld['deliver'] = async (arrange = (events) => events) => {
    const events = stripe.books.events.slice(delivered)
    delivered = stripe.books.events.length
    for (const event of arrange(events)) {
      const { statusCode } = await deliverEvents(app, stripe.signed(event))
      if (statusCode !== 200) throw new Error(`${event.type}: ${statusCode}`)
    }
    await followed(app)
  }
  const wait = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms)
    stripe.advanceTo(clock.now)
  }
  const passTo = async (at: Date) => {
    wait(at.getTime() - clock.now.getTime())
    await deliver()
  }
  const close = async () => {
    await app.close()
    await stripe.close()
  }
  return { app, stripe, now: () => clock.now, passTo, wait, deliver, close }
}

/** Runs the job that reconciles missed events. */
export async function settleLate({ app: { server, teller } }: BillingWorld): Promise<void> {
  const provider = openBillingProvider(server)
  if (provider) await refreshUnsettledTeams({ server, teller, provider })
}

/** Creates a company with its owner and shortcuts for billing calls. */
export async function makePayer({ app, stripe }: BillingWorld) {
  const owner = await makeOwner(app)
  const { client } = owner
  const params = { id: owner.team.id }
  type Start = CallOf<typeof startSubscription>['body']
  type Change = CallOf<typeof changeSubscription>['body']
  type Asked = CallOf<typeof estimateSubscription>['body']
  return {
    ...{ owner, client, params },
    addCard: async (behaviour?: Behaviour, last4?: string) => {
      const { client_secret } = await client.call(addPaymentMethod, { params })
      return stripe.addCard(client_secret ?? '', behaviour, last4)
    },
    start: (body: Partial<Start> = {}) =>
      client.call(startSubscription, { params, body: { slug: 'team', currency: 'EUR', seats: 5, ...body } }),
    change: (body: Change) => client.call(changeSubscription, { params, body }),
    estimate: (body: Asked) => client.call(estimateSubscription, { params, body }),
    subscription: () => client.call(getSubscription, { params }),
    invoices: () => client.call(listInvoices, { params }),
    payments: () => client.call(listPayments, { params }),
    /** signs in again, because sessions expire while months pass */
    signIn: () => client.call(login, { body: { email: owner.email, password: PASSWORD } }),
  }
}
export type Payer = Awaited<ReturnType<typeof makePayer>>

/** Creates a company with a valid card and a subscription. */
export async function makeSubscriber(paying: BillingWorld, body: Parameters<Payer['start']>[0] = {}) {
  const payer = await makePayer(paying)
  const card = await payer.addCard()
  await payer.start(body)
  await paying.deliver()
  return { ...payer, card }
}

/** The total charged to a company's cards. */
export function takenFrom({ books }: FakeStripe, { params }: Pick<Payer, 'params'>): number {
  const isTheirs = (id: unknown) => books.get('customer', String(id)).metadata.team_id === params.id
  return books
    .all('payment_intent')
    .filter(({ customer }) => isTheirs(customer))
    .reduce((sum, { amount_received }) => sum + amount_received, 0)
}
