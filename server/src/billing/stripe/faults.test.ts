import {
  changeSubscription,
  getBillingInfo,
  getInvoicePdf,
  startSubscription,
  updateBillingInfo,
} from '@plumbline/contract/billing/billing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '../../../test/client.ts'
import type { SeenRequest, StripeFault } from '../../../test/stripe-server.ts'
import {
  type BillingWorld,
  makePayer,
  makeSubscriber,
  settleLate,
  startPaying,
  takenFrom,
} from '../../../test/stripe-world.ts'

let paying: BillingWorld
beforeAll(async () => {
  paying = await startPaying()
})
afterAll(() => paying.close())

const lost = (of: RegExp, when: StripeFault['when'], times = 1): StripeFault => ({
  of,
  how: 'lost',
  when,
  times,
})

test.each([
  ['a lost subscription response', lost(/POST \/v1\/subscriptions$/, 'after')],
  ['a lost payment response', lost(/POST \/v1\/payment_intents\/[^/]+\/confirm/, 'after')],
  ['a lost request', lost(/POST \/v1\/subscriptions$/, 'before')],
  ['rate limiting', { of: /POST \/v1\/subscriptions$/, how: 429, when: 'before' } as StripeFault],
  ['a server error', { of: /POST \/v1\/customers$/, how: 500, when: 'before' } as StripeFault],
])('A subscription whose calls fail by %s is charged once', async (_what, fault) => {
  const payer = await makePayer(paying)
  await payer.addCard()
  const taken = takenFrom(paying.stripe, payer)
  paying.stripe.fail(fault)
  expect(await payer.start({ seats: 2 })).toMatchObject({ status: 'ACTIVE', seats: 2 })
  expect(takenFrom(paying.stripe, payer) - taken).toBe(3570)
  expect(await payer.invoices()).toHaveLength(1)
})

test('A subscription while Stripe is down changes nothing and succeeds on a later retry', async () => {
  const payer = await makeSubscriber(paying, { seats: 2 })
  const before = await payer.subscription()
  const taken = takenFrom(paying.stripe, payer)
  paying.stripe.fail(lost(/./, 'before', 3))
  const { status, body } = await refusal(payer.estimate({ slug: 'team', seats: 9 }))
  expect([status, body.error]).toEqual([503, 'unavailable'])
  expect(await payer.subscription()).toEqual(before)
  expect(takenFrom(paying.stripe, payer)).toBe(taken)
  expect(await payer.estimate({ slug: 'team', seats: 9 })).toMatchObject({ seats: 9 })
})

test('An upgrade whose response was lost is charged once and completed from Stripe’s state', async () => {
  const payer = await makeSubscriber(paying, { seats: 2 })
  const { due_now } = await payer.estimate({ slug: 'team', seats: 6 })
  const taken = takenFrom(paying.stripe, payer)
  // Stripe carried the upgrade out, but the response is lost
  let isCut = false
  const cut = ({ params }: SeenRequest) => (isCut ||= JSON.stringify(params).includes('proration_date'))
  paying.stripe.fail({ of: cut, how: 'lost', when: 'after', times: 100 })
  const { status, body } = await refusal(payer.change({ seats: 6 }))
  expect([status, body.error]).toEqual([503, 'unavailable'])
  expect(takenFrom(paying.stripe, payer) - taken).toBe(due_now)
  const again = await refusal(payer.change({ seats: 6 }))
  expect(again.body.error).toBe('conflict')
  paying.stripe.heal()
  paying.wait(5 * 60_000)
  await settleLate(paying)
  expect(await payer.subscription()).toMatchObject({ seats: 6, status: 'ACTIVE' })
  expect(takenFrom(paying.stripe, payer) - taken).toBe(due_now)
  await paying.deliver()
})

test('The PDF of a Stripe invoice is served by our server', async () => {
  const payer = await makeSubscriber(paying)
  const { client, params } = payer
  const [invoice] = await payer.invoices()
  const url = `/api/team/${params.id}/billing/invoice/${invoice?.id}/pdf`
  const answer = await client.send(getInvoicePdf.method, url)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(String(answer.body)).toMatch(/^%PDF-/)
  const other = await makeSubscriber(paying)
  expect((await other.client.send('GET', url)).status).toBe(404)
  const foreign = `/api/team/${other.params.id}/billing/invoice/${invoice?.id}/pdf`
  expect((await other.client.send('GET', foreign)).status).toBe(404)
})

test('Only brand, last four digits and expiry month of a card are stored', async () => {
  const payer = await makePayer(paying)
  const card = await payer.addCard('works', '8431')
  await payer.start()
  await paying.deliver()
  const fingerprint = paying.stripe.books.get('payment_method', card).card?.fingerprint ?? ''
  const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(paying.app.server.db)
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text from ${sql.table(name)} t`.execute(
      paying.app.server.db,
    )
    const all = JSON.stringify(rows)
    expect(all.includes(fingerprint), name).toBe(false)
    expect(all.includes('cvc_check'), name).toBe(false)
    // as a whole word: ids and timestamps may contain the digits by chance
    if (!/payment|outbox/.test(name)) expect(all, name).not.toMatch(/(?<![\w.:-])8431(?![\w.:-])/)
  }
})

test('An order sent twice at once with one key answers alike and is charged once', async () => {
  const payer = await makeSubscriber(paying, { seats: 2 })
  const { client, params } = payer
  const { due_now } = await payer.estimate({ slug: 'team', seats: 5 })
  const taken = takenFrom(paying.stripe, payer)
  const order = () =>
    client.call(
      changeSubscription,
      { params, body: { cancel: false, seats: 5 } },
      { 'idempotency-key': 'five' },
    )
  const [first, again] = await Promise.all([order(), order()])
  expect(again).toEqual(first)
  expect(first).toMatchObject({ seats: 5 })
  expect(takenFrom(paying.stripe, payer) - taken).toBe(due_now)
})

test('A start sent twice at once with one key answers alike and is charged once', async () => {
  const payer = await makePayer(paying)
  await payer.addCard()
  const { client, params } = payer
  const order = () =>
    client.call(
      startSubscription,
      { params, body: { slug: 'team', currency: 'EUR', seats: 2 } },
      { 'idempotency-key': 'start' },
    )
  const [first, again] = await Promise.all([order(), order()])
  expect(again).toEqual(first)
  expect(takenFrom(paying.stripe, payer)).toBe(3570)
})

test('A billing address that reached Stripe but was not stored is set back there to the stored one', async () => {
  const payer = await makeSubscriber(paying, { seats: 2 })
  const { client, params } = payer
  const address = {
    address: 'Hafenstr. 1',
    postal_code: '20457',
    city: 'Hamburg',
    country: 'DE',
    tax_id: null,
  }
  const body = { name: 'Ada Bau', email: 'ada@example.com', ...address }
  await client.call(updateBillingInfo, { params, body })
  const findCustomer = () =>
    paying.stripe.books.all('customer').find(({ metadata }) => metadata.team_id === params.id)
  // Stripe has the new address, but the server stops before it has read the answer
  let isCut = false
  const cut = ({ params: sent }: SeenRequest) => (isCut ||= JSON.stringify(sent).includes('Linz'))
  paying.stripe.fail({ of: cut, how: 'lost', when: 'after', times: 100 })
  const moved = { ...body, city: 'Linz', country: 'AT' }
  expect((await refusal(client.call(updateBillingInfo, { params, body: moved }))).status).toBe(503)
  expect(findCustomer()).toMatchObject({ address: { city: 'Linz', country: 'AT' } })
  paying.stripe.heal()
  paying.wait(5 * 60_000)

  await settleLate(paying)

  expect(await client.call(getBillingInfo, { params })).toMatchObject({ city: 'Hamburg', country: 'DE' })
  expect(findCustomer()).toMatchObject({ address: { city: 'Hamburg', country: 'DE' } })
  expect(await client.call(updateBillingInfo, { params, body: moved })).toMatchObject({ city: 'Linz' })
  expect(findCustomer()).toMatchObject({ address: { city: 'Linz', country: 'AT' } })
})
