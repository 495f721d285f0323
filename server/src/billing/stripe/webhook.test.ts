import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BillingWorld,
  deliverEvents,
  makePayer,
  makeSubscriber,
  startPaying,
} from '../../../test/stripe-world.ts'

let paying: BillingWorld
beforeAll(async () => {
  paying = await startPaying()
})
afterAll(() => paying.close())

const kept = async () => {
  const { count } = await paying.app.server.db
    .selectFrom('stripe_events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
const anEvent = (): Stripe.Event => {
  const event = structuredClone(paying.stripe.books.events.at(-1)) as Stripe.Event
  return { ...event, id: paying.stripe.books.newId('evt') }
}
const fetches = () => paying.stripe.requests.filter(({ line }) => line === 'GET /v1/invoices').length

test('An event with a wrong or old signature is refused and not stored', async () => {
  await makeSubscriber(paying)
  const before = await kept()
  const event = anEvent()
  const signed = paying.stripe.signed(event)
  const long = new Date(paying.now().getTime() - 600_000)
  const refused = [
    { ...signed, headers: { 'content-type': 'application/json' } },
    { ...signed, payload: signed.payload.replace('"livemode":false', '"livemode":true') },
    paying.stripe.signed(event, paying.now(), 'whsec_somebody_else'),
    paying.stripe.signed(event, long),
    { payload: '', headers: signed.headers },
  ]
  for (const one of refused) {
    const answer = await deliverEvents(paying.app, one)
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'bad_request'])
  }
  expect(await kept()).toBe(before)
})

test('The signature is verified over the raw bytes', async () => {
  const event = anEvent()
  const { headers } = paying.stripe.signed(event)
  const spaced = JSON.stringify(event, null, 2)
  expect((await deliverEvents(paying.app, { payload: spaced, headers })).statusCode).toBe(400)
})

test('An event delivered twice is processed once', async () => {
  await makeSubscriber(paying)
  await paying.deliver()
  const event = anEvent()
  const fetched = fetches()
  const signed = paying.stripe.signed(event)
  await deliverEvents(paying.app, signed)
  await paying.deliver()
  await deliverEvents(paying.app, signed)
  await paying.deliver()
  expect(fetches() - fetched).toBe(1)
})

test('Events delivered late, twice or out of order lead to Stripe’s current state', async () => {
  const straight = await makePayer(paying)
  const mixed = await makePayer(paying)
  const stories = []
  for (const payer of [straight, mixed]) {
    const card = await payer.addCard('asks')
    const { confirm } = await payer.start({ seats: 3 })
    paying.stripe.authenticate(confirm?.client_secret ?? '', true)
    paying.stripe.books.behaviours.set(card, 'works')
    // a change made in Stripe’s dashboard, reported only by events
    const [subscription] = paying.stripe.books
      .all('subscription')
      .filter(({ metadata }) => metadata.team_id === payer.params.id)
    if (subscription) subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? null
    if (subscription) paying.stripe.books.tell('customer.subscription.updated', subscription)
    const arrange = (events: Stripe.Event[]) =>
      payer === mixed ? [...events, ...events.toReversed()] : events
    await paying.deliver(arrange)
    const { status, seats, cancels_at, period_end } = await payer.subscription()
    const invoices = (await payer.invoices()).map(({ state, total }) => [state, total])
    stories.push({ status, seats, ends: cancels_at === period_end, invoices })
  }
  expect(stories[1]).toEqual(stories[0])
  expect(stories[0]).toEqual({ status: 'CANCELLED', seats: 3, ends: true, invoices: [['PAID', 5355]] })
})

test('Events about foreign objects are accepted and ignored', async () => {
  const before = await kept()
  const event = anEvent()
  const foreign = { ...event, type: 'payout.paid', data: { object: { id: 'po_1', object: 'payout' } } }
  const strange = { id: 'evt_strange', object: 'event' }
  const unknown = {
    ...event,
    id: 'evt_unknown_customer',
    type: 'something.new',
    data: { object: { id: 'x_1', object: 'thing', customer: 'cus_nobody' } },
  }
  // a customer of another product of the same account
  const neighbour = paying.stripe.books.make(
    'cus',
    (id) =>
      ({
        ...paying.stripe.books.all('customer')[0],
        id,
        object: 'customer' as const,
        metadata: { team_id: '17' },
      }) as Stripe.Customer,
  )
  const theirs = { ...anEvent(), data: { object: neighbour } }
  for (const one of [foreign, strange, unknown, theirs])
    expect(
      (await deliverEvents(paying.app, paying.stripe.signed(one as unknown as Stripe.Event))).statusCode,
    ).toBe(200)
  expect(await kept()).toBe(before + 2)
  await paying.deliver()
})

test('A webhook event completes a subscription whose response was lost', async () => {
  const payer = await makeSubscriber(paying, { seats: 4 })
  const { db } = paying.app.server
  const forgotten = { customer_id: null, subscription_id: null, period_start: null, period_end: null }
  await db
    .updateTable('subscriptions')
    .set({ ...forgotten, trial_ends_at: '2040-06-01T00:00:00Z' })
    .where('team_id', '=', payer.params.id)
    .execute()
  expect(await payer.subscription()).toMatchObject({ status: 'TRIALING' })
  const [subscription] = paying.stripe.books
    .all('subscription')
    .filter(({ metadata }) => metadata.team_id === payer.params.id)
  if (subscription) paying.stripe.books.tell('customer.subscription.updated', subscription)
  await paying.deliver()
  expect(await payer.subscription()).toMatchObject({ status: 'ACTIVE', seats: 4 })
})

test('The content security policy allows Stripe’s form if Stripe is configured', async () => {
  const { headers } = await paying.app.fastify.inject('/api/openapi.json')
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval' https:\/\/js\.stripe\.com /)
  expect(policy).toMatch(/frame-src 'self' https:\/\/js\.stripe\.com [^;]*https:\/\/hooks\.stripe\.com/)
  expect(policy).not.toContain('unsafe-inline')
})
