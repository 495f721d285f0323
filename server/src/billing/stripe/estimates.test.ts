import { randomUUID } from 'node:crypto'
import { updateBillingInfo } from '@plumbline/contract/billing/billing'
import { currencies, intervals, paidPlans } from '@plumbline/contract/billing/plans'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atSize } from '../../../test/size.ts'
import {
  type BillingWorld,
  makePayer,
  type Payer,
  startPaying,
  takenFrom,
} from '../../../test/stripe-world.ts'

let paying: BillingWorld
beforeAll(async () => {
  paying = await startPaying()
})
afterAll(() => paying.close())

/** Creates a sign-up code as the operator does. */
async function makeCode(discount_percent: number): Promise<string | null> {
  if (discount_percent === 0) return null
  const id = randomUUID()
  await paying.app.server.db
    .insertInto('signup_codes')
    .values({
      id,
      code: id.slice(0, 8),
      partner_name: 'Partner',
      plan_slug: 'team',
      trial_days: 10,
      discount_percent,
    })
    .execute()
  return id
}

const buyers = [
  { country: 'DE', tax_id: null },
  { country: 'AT', tax_id: null },
  { country: 'FR', tax_id: null },
  { country: 'FR', tax_id: 'FR40303265045' },
  { country: 'US', tax_id: null },
]
const terms = fc.record({
  slug: fc.constantFrom(...paidPlans),
  interval: fc.constantFrom(...intervals),
  seats: fc.integer({ min: 1, max: 400 }),
})
const story = fc.record({
  currency: fc.constantFrom(...currencies),
  buyer: fc.constantFrom(...buyers),
  discount: fc.constantFrom(0, 0, 7, 15, 33, 100),
  first: terms,
  changes: fc.array(fc.record({ minutes: fc.integer({ min: 1, max: 20_000 }), to: terms }), {
    minLength: 1,
    maxLength: 3,
  }),
})

type Story = typeof story extends fc.Arbitrary<infer T> ? T : never

/** Estimates each step of a story, waits some minutes, carries it out and compares the charge. */
async function follow(
  payer: Payer,
  estimated: Awaited<ReturnType<Payer['estimate']>>,
  order: () => Promise<unknown>,
) {
  const taken = takenFrom(paying.stripe, payer)
  const before = (await payer.invoices()).length
  await order()
  expect(takenFrom(paying.stripe, payer) - taken).toBe(estimated.due_now)
  const invoices = await payer.invoices()
  if (estimated.due_now > 0) {
    const { lines, subtotal, tax_percent, reverse_charge, tax, total } = estimated
    expect(invoices).toHaveLength(before + 1)
    expect(invoices[0]).toMatchObject({ lines, subtotal, tax_percent, reverse_charge, tax, total })
  }
  for (const { lines, subtotal, tax, total } of [estimated, ...invoices]) {
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(subtotal)
    expect(subtotal + tax).toBe(total)
  }
}

test('The charge equals the estimate to the cent', async () => {
  const run = async ({ currency, buyer, discount, first, changes }: Story) => {
    const payer = await makePayer(paying)
    const { client, params } = payer
    const body = {
      name: 'Okafor Bau',
      email: 'pay@example.com',
      address: 'Lindenallee 12',
      postal_code: '80331',
    }
    await client.call(updateBillingInfo, { params, body: { ...body, city: 'München', ...buyer } })
    await payer.addCard()
    const custom_signup_code_id = await makeCode(discount)
    const begin = { ...first, currency, custom_signup_code_id }
    await follow(payer, await payer.estimate(begin), () => payer.start(begin))
    for (const { minutes, to } of changes) {
      const at = new Date(paying.now().getTime() + minutes * 60_000)
      await paying.passTo(at)
      await payer.signIn()
      const { slug, interval, seats } = await payer.subscription()
      if (slug === to.slug && interval === to.interval && seats === to.seats) continue
      await follow(payer, await payer.estimate(to), () => payer.change(to))
    }
  }
  await fc.assert(fc.asyncProperty(story, run), { numRuns: atSize(12, 4) })
})

test('Estimates within the same hour are equal', async () => {
  const payer = await makePayer(paying)
  await payer.addCard()
  await payer.start({ seats: 3 })
  const days = new Date(paying.now().getTime() + 11 * 24 * 3600_000)
  days.setUTCMinutes(3)
  await paying.passTo(days)
  const estimate = await payer.estimate({ slug: 'business', seats: 9 })
  await paying.passTo(new Date(days.getTime() + 50 * 60_000))
  await follow(payer, estimate, () => payer.change({ slug: 'business', seats: 9 }))
})
