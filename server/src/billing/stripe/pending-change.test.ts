import {
  cancelSubscription,
  choosePaymentMethod,
  getUpcomingInvoice,
} from '@plumbline/contract/billing/billing'
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
import { runOperatorCommand } from '../operator-commands.ts'

/** Upgrades that wait for 3-D Secure, and the scheduled changes they replace. */

let paying: BillingWorld
beforeAll(async () => {
  paying = await startPaying()
})
afterAll(() => paying.close())

const HOUR_MS = 3600 * 1000
const secretOf = async (payer: Payer) => (await payer.subscription()).confirm?.client_secret ?? ''

/** A business subscription with five seats whose card requires 3-D Secure from now on. */
async function makeAsked() {
  const payer = await makeSubscriber(paying, { slug: 'business', seats: 5 })
  const card = await payer.addCard('asks')
  await paying.deliver()
  const { client, params } = payer
  await client.call(choosePaymentMethod, { params, body: { payment_method_id: card } })
  return payer
}

const upcoming = ({ client, params }: Payer) => client.call(getUpcomingInvoice, { params })
const less = { slug: 'team', interval: 'MONTH', seats: 3 }

describe('A scheduled downgrade', () => {
  async function makeWaiting() {
    const payer = await makeAsked()
    await payer.change({ slug: 'team', seats: 3 })
    const waiting = await payer.change({ seats: 9 })
    expect(waiting).toMatchObject({ slug: 'business', seats: 5, next: less })
    expect(waiting.confirm).not.toBeNull()
    return payer
  }

  test('is replaced by an upgrade once that is paid', async () => {
    const payer = await makeWaiting()
    paying.stripe.authenticate(await secretOf(payer), true)
    await paying.deliver()
    expect(await payer.subscription()).toMatchObject({
      slug: 'business',
      seats: 9,
      next: null,
      confirm: null,
    })
    expect(await upcoming(payer)).toMatchObject({ subtotal: 9 * 2900 })
  })

  test('is restored when the payment of the upgrade fails', async () => {
    const payer = await makeWaiting()
    const taken = takenFrom(paying.stripe, payer)
    paying.stripe.authenticate(await secretOf(payer), false)
    await paying.deliver()
    expect(await payer.subscription()).toMatchObject({
      slug: 'business',
      seats: 5,
      next: less,
      confirm: null,
    })
    expect(await upcoming(payer)).toMatchObject({ subtotal: 4500 })
    expect((await payer.invoices()).map(({ state }) => state)).toEqual(['VOID', 'PAID'])
    expect(takenFrom(paying.stripe, payer)).toBe(taken)
    const { period_end } = await payer.subscription()
    paying.stripe.books.behaviours.clear()
    await paying.passTo(new Date(period_end ?? ''))
    await payer.signIn()
    expect(await payer.subscription()).toMatchObject({ ...less, next: null })
    expect(takenFrom(paying.stripe, payer) - taken).toBe(5355)
  })

  test('is restored when the upgrade is not confirmed within a day', async () => {
    const payer = await makeWaiting()
    await paying.passTo(new Date(paying.now().getTime() + 24 * HOUR_MS))
    expect(await payer.subscription()).toMatchObject({ seats: 5, next: less, confirm: null })
    expect(await upcoming(payer)).toMatchObject({ subtotal: 4500 })
  })

  test('takes effect if the upgrade is abandoned hours before the period end', async () => {
    const payer = await makeAsked()
    await payer.change({ slug: 'team', seats: 3 })
    const { period_end } = await payer.subscription()
    const end = Date.parse(period_end ?? '')
    await paying.passTo(new Date(end - 5 * HOUR_MS))
    await payer.signIn()
    await payer.change({ seats: 9 })
    const left = await secretOf(payer)
    await paying.passTo(new Date(end - HOUR_MS / 2))
    await settleLate(paying)
    expect(() => paying.stripe.authenticate(left, true)).toThrow('nothing to confirm')
    // an off-session renewal needs no 3-D Secure
    paying.stripe.books.behaviours.clear()
    const taken = takenFrom(paying.stripe, payer)
    await paying.passTo(new Date(end))
    expect(await payer.subscription()).toMatchObject({ ...less, next: null, confirm: null })
    expect(takenFrom(paying.stripe, payer) - taken).toBe(5355)
  })

  test('is replaced by another request, and so is a pending upgrade', async () => {
    const payer = await makeWaiting()
    const left = await secretOf(payer)
    expect(await payer.change({ slug: 'business', seats: 5 })).toMatchObject({
      seats: 5,
      next: null,
      confirm: null,
    })
    expect(() => paying.stripe.authenticate(left, true)).toThrow('nothing to confirm')
    await paying.deliver()
    expect(await payer.subscription()).toMatchObject({ seats: 5, next: null, confirm: null })
    expect(await upcoming(payer)).toMatchObject({ subtotal: 5 * 2900 })
  })

  test('is restored although the response to the upgrade was lost', async () => {
    const payer = await makeAsked()
    await payer.change({ slug: 'team', seats: 3 })
    paying.stripe.fail({
      of: /POST \/v1\/subscription_schedules\/.*\/release/,
      how: 'lost',
      when: 'after',
      times: 9,
    })
    expect((await refusal(payer.change({ seats: 9 }))).status).toBe(503)
    paying.stripe.heal()
    paying.wait(5 * 60_000)
    await settleLate(paying)
    await paying.deliver()
    expect(await payer.subscription()).toMatchObject({ seats: 5, next: less, confirm: null })
    expect(await upcoming(payer)).toMatchObject({ subtotal: 4500 })
  })
})

describe('A cancellation', () => {
  async function makeWaiting() {
    const payer = await makeAsked()
    const { client, params } = payer
    const { cancels_at } = await client.call(cancelSubscription, { params })
    const waiting = await payer.change({ seats: 9, cancel: false })
    expect(waiting).toMatchObject({ status: 'CANCELLED', cancels_at, seats: 5 })
    return { ...payer, cancels_at }
  }

  test('is undone by an upgrade once that is paid', async () => {
    const payer = await makeWaiting()
    paying.stripe.authenticate(await secretOf(payer), true)
    await paying.deliver()
    expect(await payer.subscription()).toMatchObject({ status: 'ACTIVE', cancels_at: null, seats: 9 })
    expect(await upcoming(payer)).toMatchObject({ subtotal: 9 * 2900 })
  })

  test.each(['fails', 'is left'])('stays when the payment of the upgrade %s', async (how) => {
    const { cancels_at, ...payer } = await makeWaiting()
    const taken = takenFrom(paying.stripe, payer)
    if (how === 'fails') paying.stripe.authenticate(await secretOf(payer), false)
    await paying.deliver()
    if (how === 'is left') await paying.passTo(new Date(paying.now().getTime() + 24 * HOUR_MS))
    expect(await payer.subscription()).toMatchObject({ status: 'CANCELLED', cancels_at, confirm: null })
    await paying.passTo(new Date(cancels_at ?? ''))
    await payer.signIn()
    expect(await payer.subscription()).toMatchObject({ status: 'EXPIRED', seats: 0 })
    expect(takenFrom(paying.stripe, payer)).toBe(taken)
  })
})

test('A first payment that waits for the bank is not overtaken by the plan of the operator', async () => {
  const payer = await makePayer(paying)
  await payer.addCard('asks')
  const { confirm } = await payer.start({ seats: 2 })
  const { server, teller } = paying.app
  const operate = () =>
    runOperatorCommand({ db: server.db, teller, now: server.now }, ['enterprise', payer.params.id])
  await expect(operate()).rejects.toThrow('This company is paying elsewhere')
  paying.stripe.authenticate(confirm?.client_secret ?? '', false)
  await paying.deliver()
  paying.wait(24 * HOUR_MS)
  await paying.deliver()
  await payer.signIn()
  await operate()
  expect(await payer.subscription()).toMatchObject({ slug: 'enterprise', status: 'ACTIVE' })
})
