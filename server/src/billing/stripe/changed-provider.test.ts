import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BillingWorld, makePayer, startPaying } from '../../../test/stripe-world.ts'
import { runBillingSchedule } from '../billing-schedule.ts'
import { openBillingProvider } from '../open-billing-provider.ts'

/** Companies that paid by invoices of this server before its operator changed to Stripe. */

let paying: BillingWorld
beforeAll(async () => {
  paying = await startPaying()
})
afterAll(() => paying.close())

const DAY_MS = 24 * 3600 * 1000
const at = (days: number) => new Date(paying.now().getTime() + days * DAY_MS).toISOString()

const runSchedule = () => {
  const { server, teller } = paying.app
  return runBillingSchedule({ server, teller, provider: openBillingProvider(server) })
}

/** A company with a running subscription that this server has invoiced. */
async function makeInvoiced(values: { unpaid_at?: string } = {}) {
  const payer = await makePayer(paying)
  await paying.app.server.db
    .updateTable('subscriptions')
    .set({
      ...{ slug: 'business', currency: 'EUR', interval: 'MONTH', seats: 7, trial_ends_at: null },
      ...{ anchored_at: at(-25), period_start: at(-25), period_end: at(5), told_status: 'ACTIVE', ...values },
    })
    .where('team_id', '=', payer.params.id)
    .execute()
  return payer
}

test('A subscription by invoice runs to the end of its period, and then starts again by card', async () => {
  const payer = await makeInvoiced()
  await runSchedule()
  const end = Date.parse((await payer.subscription()).period_end ?? '')
  expect(await payer.subscription()).toMatchObject({ status: 'ACTIVE', slug: 'business', seats: 7 })
  await paying.passTo(new Date(at(6)))
  await runSchedule()
  expect(await payer.subscription()).toMatchObject({
    status: 'EXPIRED',
    blocks_at: new Date(end + 7 * DAY_MS).toISOString(),
  })
  await payer.addCard('works')
  expect(await payer.start({ slug: 'team', seats: 5 })).toMatchObject({
    status: 'ACTIVE',
    slug: 'team',
    seats: 5,
  })
  await runSchedule()
  expect(await payer.subscription()).toMatchObject({ status: 'ACTIVE', slug: 'team' })
})

test('A card that is added leaves an unpaid invoice of this server unpaid', async () => {
  const payer = await makeInvoiced({ unpaid_at: at(-3) })
  expect(await payer.subscription()).toMatchObject({ status: 'PAST_DUE' })
  await payer.addCard('works')
  await paying.deliver()
  expect(await payer.subscription()).toMatchObject({ status: 'PAST_DUE', slug: 'business' })
})
