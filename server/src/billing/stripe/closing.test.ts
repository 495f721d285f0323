import {
  choosePaymentMethod,
  listPaymentMethods,
  removePaymentMethod,
} from '@plumbline/contract/billing/billing'
import { deleteTeam } from '@plumbline/contract/teams/teams'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../test/client.ts'
import {
  type BillingWorld,
  makePayer,
  makeSubscriber,
  type Payer,
  settleLate,
  startPaying,
  takenFrom,
} from '../../../test/stripe-world.ts'

/** Closed companies and removed payment methods are charged no more. */

let paying: BillingWorld
beforeAll(async () => {
  paying = await startPaying()
})
afterAll(() => paying.close())

const subscriptionsOf = ({ params }: Payer) =>
  paying.stripe.books.all('subscription').filter(({ metadata }) => metadata.team_id === params.id)
const cardsOf = ({ params }: Payer) => {
  const { books } = paying.stripe
  const [customer] = books.all('customer').filter(({ metadata }) => metadata.team_id === params.id)
  return books.all('payment_method').filter((method) => method.customer === customer?.id)
}
const close = ({ client, params }: Payer) => client.call(deleteTeam, { params })
const months = (count: number) => new Date(paying.now().getTime() + count * 31 * 24 * 3600 * 1000)

describe('A closed company', () => {
  test('is charged no more and has no payment method left at Stripe', async () => {
    const payer = await makeSubscriber(paying, { seats: 4 })
    const taken = takenFrom(paying.stripe, payer)
    await close(payer)
    // two servers run the schedule concurrently
    await Promise.all([settleLate(paying), settleLate(paying)])
    expect(subscriptionsOf(payer)).toMatchObject([{ status: 'canceled' }])
    const ended = paying.stripe.requests.filter(({ line }) => line.startsWith('DELETE /v1/subscriptions/'))
    expect(ended).toHaveLength(1)
    expect(cardsOf(payer)).toEqual([])
    await paying.passTo(months(3))
    expect(takenFrom(paying.stripe, payer)).toBe(taken)
    const asked = paying.stripe.requests.length
    await settleLate(paying)
    expect(paying.stripe.requests.length).toBe(asked)
  })

  test('is closed at Stripe once Stripe is reachable again', async () => {
    const payer = await makeSubscriber(paying)
    const taken = takenFrom(paying.stripe, payer)
    await close(payer)
    paying.stripe.fail({ of: /./, how: 'lost', when: 'before', times: 100 })
    await settleLate(paying)
    expect(subscriptionsOf(payer)).toMatchObject([{ status: 'active' }])
    paying.stripe.heal()
    // the expired lease allows the retry
    paying.wait(5 * 60_000)
    await settleLate(paying)
    expect(subscriptionsOf(payer)).toMatchObject([{ status: 'canceled' }])
    await paying.passTo(months(2))
    expect(takenFrom(paying.stripe, payer)).toBe(taken)
  })

  test('cannot be paid for by a confirmation that was pending', async () => {
    const payer = await makePayer(paying)
    await payer.addCard('asks')
    const { confirm } = await payer.start()
    await close(payer)
    await settleLate(paying)
    expect(() => paying.stripe.authenticate(confirm?.client_secret ?? '', true)).toThrow('nothing to confirm')
    expect(takenFrom(paying.stripe, payer)).toBe(0)
    expect(cardsOf(payer)).toEqual([])
  })

  test('leaves no card at Stripe even if it never subscribed', async () => {
    const payer = await makePayer(paying)
    await payer.addCard()
    await paying.deliver()
    await close(payer)
    await settleLate(paying)
    expect(cardsOf(payer)).toEqual([])
  })
})

describe('A payment method', () => {
  const listed = ({ client, params }: Payer) => client.call(listPaymentMethods, { params })
  const remove = ({ client, params }: Payer, pmId: string) =>
    client.call(removePaymentMethod, { params: { ...params, pmId } })

  test('can become the default before its webhook event arrives', async () => {
    const payer = await makeSubscriber(paying)
    const added = await payer.addCard('works', '4444')
    const { client, params } = payer
    const methods = await client.call(choosePaymentMethod, { params, body: { payment_method_id: added } })
    expect(methods.filter(({ is_default }) => is_default)).toMatchObject([{ last4: '4444' }])
    await paying.deliver()
    expect(await listed(payer)).toEqual(methods)
  })

  test('that is removed is charged no more, and another becomes the default', async () => {
    const payer = await makeSubscriber(paying, { seats: 2 })
    const other = await payer.addCard('works', '5556')
    await paying.deliver()
    const { client, params, card } = payer
    const before = await listed(payer)
    expect(
      before.filter(({ is_default }) => is_default).map(({ payment_method_id }) => payment_method_id),
    ).toEqual([card])
    expect(before).toHaveLength(2)
    await remove(payer, card)
    expect(await listed(payer)).toMatchObject([{ payment_method_id: other, is_default: true, last4: '5556' }])
    expect(cardsOf(payer).map(({ id }) => id)).toEqual([other])
    // the remaining card pays the renewal
    expect(await payer.change({ seats: 3 })).toMatchObject({ seats: 3, status: 'ACTIVE' })
    const gone = client.call(choosePaymentMethod, { params, body: { payment_method_id: card } })
    expect((await refusal(gone)).status).toBe(404)
    expect((await refusal(remove(payer, card))).status).toBe(404)
  })

  test('cannot be removed if it is the last one of a running subscription', async () => {
    const payer = await makeSubscriber(paying)
    const { status, body } = await refusal(remove(payer, payer.card))
    expect([status, body.error]).toEqual([409, 'wrong_state'])
    expect(cardsOf(payer)).toHaveLength(1)
    expect(await payer.change({ seats: 6 })).toMatchObject({ seats: 6 })
  })

  test('cannot be removed concurrently with the only other one', async () => {
    const payer = await makeSubscriber(paying)
    const other = await payer.addCard()
    await paying.deliver()
    const results = await Promise.allSettled([remove(payer, payer.card), remove(payer, other)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await listed(payer)).toMatchObject([{ is_default: true }])
    expect(cardsOf(payer)).toHaveLength(1)
  })

  test('of another company is refused with 404', async () => {
    const [payer, neighbour] = [await makeSubscriber(paying), await makeSubscriber(paying)]
    expect((await refusal(remove(payer, neighbour.card))).status).toBe(404)
    const { client, params } = payer
    const choose = client.call(choosePaymentMethod, { params, body: { payment_method_id: neighbour.card } })
    expect((await refusal(choose)).status).toBe(404)
    expect(cardsOf(neighbour)).toHaveLength(1)
  })
})
