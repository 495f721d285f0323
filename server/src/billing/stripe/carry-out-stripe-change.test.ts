import {
  cancelSubscription,
  choosePaymentMethod,
  getUpcomingInvoice,
} from '@plumbline/contract/billing/billing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '../../../test/client.ts'
import {
  type BillingWorld,
  makePayer,
  makeSubscriber,
  startPaying,
  takenFrom,
} from '../../../test/stripe-world.ts'
import { runBillingSchedule } from '../billing-schedule.ts'
import { openBillingProvider } from '../open-billing-provider.ts'

let paying: BillingWorld
beforeAll(async () => {
  paying = await startPaying()
})
afterAll(() => paying.close())

const later = (days: number) => new Date(paying.now().getTime() + days * 24 * 3600 * 1000)

test('A subscription paid by card lists its invoice and payment', async () => {
  const payer = await makePayer(paying)
  await payer.addCard('works', '4242')
  const subscription = await payer.start({ slug: 'team', seats: 5 })
  expect(subscription).toMatchObject({
    provider: 'stripe',
    slug: 'team',
    status: 'ACTIVE',
    seats: 5,
    trial_ends_at: null,
    confirm: null,
    period_start: paying.now().toISOString(),
    cancels_at: null,
  })
  const [invoice, ...others] = await payer.invoices()
  expect(others).toEqual([])
  expect(invoice).toMatchObject({ state: 'PAID', subtotal: 7500, tax_percent: 19, tax: 1425, total: 8925 })
  expect(invoice?.lines).toMatchObject([{ kind: 'SEATS', slug: 'team', quantity: 5, unit_amount: 1500 }])
  const [payment] = await payer.payments()
  expect(payment).toMatchObject({
    amount: 8925,
    state: 'PAID',
    method: 'Visa •••• 4242',
    problem: null,
    problem_reason: null,
    invoice_number: invoice?.number,
  })
})

test('A subscription without a payment method is refused', async () => {
  const payer = await makePayer(paying)
  const { status, body } = await refusal(payer.start())
  expect([status, body.error, body.message]).toEqual([409, 'payment_declined', 'Add a payment method first.'])
  expect(await payer.subscription()).toMatchObject({ status: 'TRIALING' })
})

test.each([
  ['card_declined', 'The card was declined. Use another one or ask your bank.'],
  ['insufficient_funds', 'This card has insufficient funds.'],
  ['expired_card', 'This card has expired.'],
] as const)('A first payment declined with %s starts no subscription', async (behaviour, words) => {
  const payer = await makePayer(paying)
  await payer.addCard(behaviour)
  await paying.deliver()
  const before = await payer.subscription()
  const taken = takenFrom(paying.stripe, payer)
  const { body } = await refusal(payer.start())
  expect([body.error, body.message]).toEqual(['payment_declined', words])
  await paying.deliver()
  expect(await payer.subscription()).toEqual(before)
  expect(takenFrom(paying.stripe, payer)).toBe(taken)
  expect(await payer.payments()).toMatchObject([{ state: 'FAILED', problem: words }])
  expect((await payer.invoices()).map(({ state }) => state)).toEqual(['VOID'])
  // another card works at once
  const other = await payer.addCard()
  await paying.deliver()
  const { client, params } = payer
  await client.call(choosePaymentMethod, { params, body: { payment_method_id: other } })
  expect(await payer.start()).toMatchObject({ status: 'ACTIVE' })
})

test('A subscription that needs 3-D Secure starts only after the confirmation', async () => {
  const payer = await makePayer(paying)
  await payer.addCard('asks')
  const waiting = await payer.start()
  expect(waiting).toMatchObject({
    status: 'TRIALING',
    slug: 'business',
    confirm: { publishable_key: 'pk_test_plumbline' },
  })
  paying.stripe.authenticate(waiting.confirm?.client_secret ?? '', true)
  await paying.deliver()
  expect(await payer.subscription()).toMatchObject({ status: 'ACTIVE', slug: 'team', confirm: null })
})

test('An unconfirmed subscription can be requested again and is charged once', async () => {
  const payer = await makePayer(paying)
  await payer.addCard('asks')
  const first = await payer.start()
  paying.stripe.authenticate(first.confirm?.client_secret ?? '', false)
  await paying.deliver()
  expect(await payer.subscription()).toMatchObject({ status: 'TRIALING', confirm: null })
  const taken = takenFrom(paying.stripe, payer)
  const second = await payer.start({ seats: 7 })
  paying.stripe.authenticate(second.confirm?.client_secret ?? '', true)
  await paying.deliver()
  expect(await payer.subscription()).toMatchObject({ status: 'ACTIVE', seats: 7 })
  expect(takenFrom(paying.stripe, payer) - taken).toBe(12_495)
})

test('A pending subscription replaced by another one can no longer be confirmed', async () => {
  const payer = await makePayer(paying)
  await payer.addCard('asks')
  const left = await payer.start()
  const chosen = await payer.start({ seats: 3 })
  expect(() => paying.stripe.authenticate(left.confirm?.client_secret ?? '', true)).toThrow(
    'nothing to confirm',
  )
  paying.stripe.authenticate(chosen.confirm?.client_secret ?? '', true)
  await paying.deliver()
  expect(await payer.subscription()).toMatchObject({ status: 'ACTIVE', seats: 3 })
  const more = await payer.change({ seats: 6 })
  const most = await payer.change({ seats: 9 })
  expect(() => paying.stripe.authenticate(more.confirm?.client_secret ?? '', true)).toThrow(
    'nothing to confirm',
  )
  paying.stripe.authenticate(most.confirm?.client_secret ?? '', true)
  await paying.deliver()
  expect(await payer.subscription()).toMatchObject({ seats: 9, confirm: null })
})

test('An upgrade is charged at once for the rest of the period', async () => {
  const payer = await makeSubscriber(paying, { slug: 'team', seats: 5 })
  await paying.passTo(later(10))
  const estimate = await payer.estimate({ slug: 'business', seats: 8 })
  const taken = takenFrom(paying.stripe, payer)
  const changed = await payer.change({ slug: 'business', seats: 8 })
  expect(changed).toMatchObject({ slug: 'business', seats: 8, status: 'ACTIVE', next: null })
  expect(takenFrom(paying.stripe, payer) - taken).toBe(estimate.due_now)
  expect(estimate.lines.map(({ kind }) => kind)).toEqual(['UNUSED', 'SEATS'])
  const [newest] = await payer.invoices()
  const { lines, subtotal, tax, total } = estimate
  expect(newest).toMatchObject({ lines, subtotal, tax, total, state: 'PAID' })
})

test('A declined upgrade changes neither the subscription nor a scheduled downgrade', async () => {
  const payer = await makeSubscriber(paying, { slug: 'business', seats: 5 })
  const card = await payer.addCard('insufficient_funds')
  await paying.deliver()
  await payer.change({ slug: 'team' })
  const { client, params } = payer
  await client.call(choosePaymentMethod, { params, body: { payment_method_id: card } })
  const before = await payer.subscription()
  expect(before.next).toMatchObject({ slug: 'team' })
  const taken = takenFrom(paying.stripe, payer)
  const { body } = await refusal(payer.change({ slug: 'business', seats: 50 }))
  expect(body.message).toBe('This card has insufficient funds.')
  await paying.deliver()
  expect(await payer.subscription()).toEqual(before)
  expect(takenFrom(paying.stripe, payer)).toBe(taken)
  // no open invoice is left whose payment could apply the upgrade later
  expect((await payer.invoices()).map(({ state }) => state)).toEqual(['VOID', 'PAID'])
})

test('An upgrade waits for 3-D Secure', async () => {
  const payer = await makeSubscriber(paying, { seats: 2 })
  const card = await payer.addCard('asks')
  await paying.deliver()
  const { client, params } = payer
  await client.call(choosePaymentMethod, { params, body: { payment_method_id: card } })
  const waiting = await payer.change({ seats: 4 })
  expect(waiting).toMatchObject({ seats: 2, confirm: { publishable_key: 'pk_test_plumbline' } })
  paying.stripe.authenticate(waiting.confirm?.client_secret ?? '', true)
  await paying.deliver()
  expect(await payer.subscription()).toMatchObject({ seats: 4, confirm: null })
})

test('A downgrade starts with the next period and can be undone', async () => {
  const payer = await makeSubscriber(paying, { slug: 'business', seats: 6 })
  const taken = takenFrom(paying.stripe, payer)
  const less = await payer.change({ slug: 'team', seats: 3 })
  expect(less).toMatchObject({ slug: 'business', seats: 6, next: { slug: 'team', seats: 3 } })
  const { client, params } = payer
  expect(await client.call(getUpcomingInvoice, { params })).toMatchObject({ subtotal: 4500 })
  const back = await payer.change({ slug: 'business', seats: 6 })
  expect(back).toMatchObject({ slug: 'business', seats: 6, next: null })
  expect(await client.call(getUpcomingInvoice, { params })).toMatchObject({ subtotal: 17_400 })
  expect(takenFrom(paying.stripe, payer)).toBe(taken)
})

test('A scheduled downgrade is in effect after the period end', async () => {
  const payer = await makeSubscriber(paying, { slug: 'business', seats: 6 })
  await payer.change({ slug: 'team', seats: 3 })
  const { period_end } = await payer.subscription()
  await paying.passTo(new Date(period_end ?? ''))
  await payer.signIn()
  expect(await payer.subscription()).toMatchObject({ slug: 'team', seats: 3, next: null, status: 'ACTIVE' })
  const [newest] = await payer.invoices()
  expect(newest).toMatchObject({ state: 'PAID', subtotal: 4500 })
})

test('A cancelled subscription ends with its period unless the cancellation is undone', async () => {
  const payer = await makeSubscriber(paying)
  const { client, params } = payer
  const cancelled = await client.call(cancelSubscription, { params })
  expect(cancelled).toMatchObject({ status: 'CANCELLED', cancels_at: cancelled.period_end })
  expect(await client.call(getUpcomingInvoice, { params })).toBeNull()
  expect(await payer.change({ cancel: false })).toMatchObject({ status: 'ACTIVE', cancels_at: null })
  const again = await client.call(cancelSubscription, { params })
  const taken = takenFrom(paying.stripe, payer)
  await paying.passTo(new Date(again.cancels_at ?? ''))
  await payer.signIn()
  expect(await payer.subscription()).toMatchObject({ status: 'EXPIRED' })
  expect(takenFrom(paying.stripe, payer)).toBe(taken)
})

test('A failed renewal is past due until another card pays it', async () => {
  const payer = await makeSubscriber(paying)
  paying.stripe.books.behaviours.set(payer.card, 'expired_card')
  const { period_end } = await payer.subscription()
  await paying.passTo(new Date(period_end ?? ''))
  await payer.signIn()
  const due = await payer.subscription()
  expect(due).toMatchObject({ status: 'PAST_DUE' })
  expect(due.blocks_at).not.toBeNull()
  const [payment] = await payer.payments()
  expect(payment).toMatchObject({
    state: 'FAILED',
    problem: 'This card has expired.',
    problem_reason: { code: 'card_expired' },
  })
  const card = await payer.addCard()
  await paying.deliver()
  const { client, params } = payer
  await client.call(choosePaymentMethod, { params, body: { payment_method_id: card } })
  expect(await payer.subscription()).toMatchObject({ status: 'ACTIVE', blocks_at: null })
})

test('A failed renewal, and the end of a subscription, are told by mail once', async () => {
  const payer = await makeSubscriber(paying)
  const { server, teller } = paying.app
  const { email, team } = payer.owner
  const runSchedule = () => runBillingSchedule({ server, teller, provider: openBillingProvider(server) })
  const subjects = async () => {
    const mails = server.db.selectFrom('mails').select('subject').where('recipient', '=', email)
    return (await mails.orderBy('id').execute()).map(({ subject }) => subject).slice(1)
  }
  const [subscription] = paying.stripe.books
    .all('subscription')
    .filter(({ metadata }) => metadata.team_id === payer.params.id)
  paying.stripe.books.behaviours.set(payer.card, 'expired_card')
  const { period_end } = await payer.subscription()
  await paying.passTo(new Date(period_end ?? ''))
  await runSchedule()
  await runSchedule()
  expect(await subjects()).toEqual([`A payment of ${team.name} is overdue`])
  // Stripe cancels it after the attempts that the operator set there
  if (subscription) {
    subscription.status = 'canceled'
    subscription.ended_at = paying.now().getTime() / 1000
    paying.stripe.books.tell('customer.subscription.deleted', subscription)
  }
  await paying.deliver()
  await runSchedule()
  await runSchedule()
  expect((await subjects()).slice(1)).toEqual([`The subscription of ${team.name} has ended`])
})

test('A changed billing address reaches Stripe and changes the tax of later invoices', async () => {
  const payer = await makeSubscriber(paying)
  const { client, params, card } = payer
  const billing_info = {
    ...{
      name: 'Atelier Moreau',
      email: 'compta@example.com',
      address: '3 rue du Port',
      postal_code: '44000',
    },
    city: 'Nantes',
    country: 'FR',
    tax_id: 'FR40303265045',
  }
  await client.call(choosePaymentMethod, { params, body: { payment_method_id: card, billing_info } })
  const [customer] = paying.stripe.books
    .all('customer')
    .filter(({ metadata }) => metadata.team_id === params.id)
  expect(customer).toMatchObject({ name: 'Atelier Moreau', tax_exempt: 'reverse' })
  expect(paying.stripe.books.all('tax_id')).toMatchObject([{ type: 'eu_vat', value: 'FR40303265045' }])
  const upcoming = await client.call(getUpcomingInvoice, { params })
  expect(upcoming).toMatchObject({ reverse_charge: true, tax_percent: null, tax: 0, total: 7500 })
})
