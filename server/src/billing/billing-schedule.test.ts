import { setImmediate } from 'node:timers/promises'
import {
  cancelSubscription,
  changeSubscription,
  estimateSubscription,
  listInvoices,
  startSubscription,
  updateBillingInfo,
} from '@plumbline/contract/billing/billing'
import { getSignupCode } from '@plumbline/contract/billing/signup-codes'
import { getSubscription } from '@plumbline/contract/billing/subscription'
import { createIssue } from '@plumbline/contract/issues/issues'
import { getProject } from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BILLING, startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeOwner } from '../../test/make.ts'
import { type App, createApp } from '../app.ts'
import { runBillingSchedule } from './billing-schedule.ts'
import { openBillingProvider } from './open-billing-provider.ts'
import { runOperatorCommand } from './operator-commands.ts'
import { DAY_MS } from './rules.ts'

/** Scheduled billing work with a simulated clock; two servers run it concurrently. */

const BEGIN = Date.parse('2027-01-31T10:20:30.000Z')
let clock = new Date(BEGIN)
let app: TestApp
let beside: App
beforeAll(async () => {
  app = await startApp(BILLING, { now: () => clock })
  beside = await createApp({ config: app.server.config, databaseUrl: app.url, now: () => clock })
})
afterAll(async () => {
  await beside.close()
  await app.close()
})

type Owner = Awaited<ReturnType<typeof makeOwner>>

async function newOwner(): Promise<Owner> {
  clock = new Date(BEGIN)
  const owner = await makeOwner(app)
  // keeps the session alive while months pass
  await app.server.db
    .updateTable('sessions')
    .set({ expires_at: '2100-01-01T00:00:00Z', seen_at: '2100-01-01T00:00:00Z' })
    .where('user_id', '=', owner.id)
    .execute()
  return owner
}

const work = ({ server, teller }: App) =>
  runBillingSchedule({ server, teller, provider: openBillingProvider(server) })

/** Sets the clock to some days after the start and runs the schedule of both servers. */
async function dayIs(days: number) {
  clock = new Date(BEGIN + days * DAY_MS)
  await Promise.all([work(app), work(beside)])
}

const params = ({ team }: Owner) => ({ id: team.id })
const subscription = (owner: Owner) => owner.client.call(getSubscription, { params: params(owner) })
const invoices = (owner: Owner) => owner.client.call(listInvoices, { params: params(owner) })
const start = (owner: Owner, seats = 3) =>
  owner.client.call(startSubscription, {
    params: params(owner),
    body: { slug: 'team', currency: 'EUR', seats },
  })
const write = (owner: Owner) =>
  owner.client.call(createIssue, { params: { id: owner.project.id }, body: { name: 'Crack' } })
const operator = (...args: string[]) =>
  runOperatorCommand({ db: app.server.db, teller: app.teller, now: app.server.now }, args)

async function subjects({ email }: Owner): Promise<string[]> {
  const rows = await app.server.db
    .selectFrom('mails')
    .select('subject')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  // without the mail of the sign-up
  return rows.slice(1).map(({ subject }) => subject)
}

test('A trial sends a reminder, ends, and blocks writes but not reads a week later', async () => {
  const owner = await newOwner()
  const { name } = owner.team
  await dayIs(24.9)
  expect(await subjects(owner)).toEqual([])
  await dayIs(25.1)
  await dayIs(26)
  expect(await subjects(owner)).toEqual([`The trial of ${name} ends on March 2, 2027`])
  await dayIs(30.1)
  await dayIs(31)
  expect((await subjects(owner)).slice(1)).toEqual([`The trial of ${name} is over`])
  expect(await subscription(owner)).toMatchObject({
    status: 'EXPIRED',
    blocks_at: '2027-03-09T10:20:30.000Z',
  })
  await dayIs(36.9)
  await write(owner)
  await dayIs(37.1)
  expect(await refusal(write(owner))).toMatchObject({ status: 402, body: { error: 'payment_required' } })
  const seen = await owner.client.call(getProject, { params: { id: owner.project.id } })
  expect(seen.name).toBe('Harbour School')
  await start(owner)
  await write(owner)
})

test('The notices of a trial are not mailed to an administrator whose account is locked', async () => {
  const owner = await newOwner()
  const locked_at = clock.toISOString()
  await app.server.db.updateTable('users').set({ locked_at }).where('id', '=', owner.id).execute()
  await dayIs(25.1)
  await dayIs(30.1)
  expect(await subjects(owner)).toEqual([])
})

test('Periods renew once, on the day of the first, with a scheduled downgrade', async () => {
  const owner = await newOwner()
  await start(owner, 5)
  const [first] = await invoices(owner)
  await operator('paid', first?.number ?? '')
  await owner.client.call(changeSubscription, { params: params(owner), body: { seats: 2 } })
  await dayIs(27.9)
  expect(await invoices(owner)).toHaveLength(1)
  await dayIs(28.1)
  await dayIs(28.2)
  expect(await subscription(owner)).toMatchObject({
    status: 'ACTIVE',
    seats: 2,
    next: null,
    period_start: '2027-02-28T10:20:30.000Z',
    period_end: '2027-03-31T10:20:30.000Z',
  })
  const [second] = await invoices(owner)
  expect(await invoices(owner)).toHaveLength(2)
  expect(second).toMatchObject({ subtotal: 3000, lines: [{ quantity: 2, from: '2027-02-28T10:20:30.000Z' }] })
})

test('An upgrade concurrent with a renewal is invoiced once, and so is the renewal', async () => {
  const owners = [await newOwner(), await newOwner()]
  for (const owner of owners) {
    await start(owner, 2)
    await operator('paid', (await invoices(owner))[0]?.number ?? '')
  }
  clock = new Date(BEGIN + 28.01 * DAY_MS)
  const order = (owner: Owner) =>
    owner.client.call(changeSubscription, { params: params(owner), body: { seats: 5 } })
  await Promise.all([work(app), ...owners.map(order), work(beside)])
  for (const owner of owners) {
    const [change, renewal, first, ...more] = await invoices(owner)
    expect(more).toEqual([])
    expect(renewal?.lines).toMatchObject([{ kind: 'SEATS', quantity: 2, from: '2027-02-28T10:20:30.000Z' }])
    expect(change?.lines).toMatchObject([
      { kind: 'UNUSED', quantity: 2 },
      { kind: 'SEATS', quantity: 5, until: '2027-03-31T10:20:30.000Z' },
    ])
    expect(first?.lines).toMatchObject([{ quantity: 2, from: '2027-01-31T10:20:30.000Z' }])
    expect(await subscription(owner)).toMatchObject({ seats: 5, period_end: '2027-03-31T10:20:30.000Z' })
  }
  const rows = await app.server.db.selectFrom('invoices').select('number').orderBy('number').execute()
  const serials = rows.map(({ number }) => Number(number?.slice(5)))
  expect(serials).toEqual(serials.map((_, index) => index + 1))
})

test('A change requested while the schedule is late applies to the period of the clock', async () => {
  const owner = await newOwner()
  await start(owner, 4)
  await operator('paid', (await invoices(owner))[0]?.number ?? '')
  await owner.client.call(changeSubscription, { params: params(owner), body: { seats: 2 } })
  clock = new Date(BEGIN + 33 * DAY_MS)
  const body = { slug: 'team' as const, seats: 6 }
  const estimate = await owner.client.call(estimateSubscription, { params: params(owner), body })
  expect(await invoices(owner)).toHaveLength(1)
  const changed = await owner.client.call(changeSubscription, { params: params(owner), body: { seats: 6 } })
  expect(changed).toMatchObject({ seats: 6, next: null, period_end: '2027-03-31T10:20:30.000Z' })
  const [newest, renewal] = await invoices(owner)
  expect(renewal).toMatchObject({ subtotal: 3000, lines: [{ quantity: 2 }] })
  expect(newest).toMatchObject({ lines: estimate.lines, total: estimate.due_now })
  expect(newest?.total).toBeGreaterThan(0)
  await dayIs(33.1)
  expect(await invoices(owner)).toHaveLength(3)
})

test('A server that was down catches up with one invoice per period', async () => {
  const owner = await newOwner()
  await start(owner)
  await operator('paid', (await invoices(owner))[0]?.number ?? '')
  await dayIs(28.1 + 31 + 30)
  expect((await invoices(owner)).map(({ lines }) => lines[0]?.from?.slice(0, 10)).sort()).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
  ])
})

test('An invoice is mailed once with its PDF, then as a reminder, then as overdue', async () => {
  const owner = await newOwner()
  await start(owner)
  await dayIs(0)
  await dayIs(1)
  const { number = '' } = (await invoices(owner))[0] ?? {}
  expect(await subjects(owner)).toEqual([`Invoice ${number}`])
  const mail = await app.server.db
    .selectFrom('mails')
    .select(['attachment', 'attachment_name'])
    .where('recipient', '=', owner.email)
    .where('attachment', 'is not', null)
    .executeTakeFirst()
  expect(mail?.attachment_name).toBe(`invoice-${number}.pdf`)
  expect(mail?.attachment?.subarray(0, 5).toString()).toBe('%PDF-')
  await dayIs(11.1)
  await dayIs(12)
  expect((await subjects(owner)).slice(1)).toEqual([`Invoice ${number} is due on February 14, 2027`])
  await dayIs(14.1)
  await dayIs(15)
  expect((await subjects(owner)).slice(2)).toEqual([`A payment of ${owner.team.name} is overdue`])
  expect(await subscription(owner)).toMatchObject({
    status: 'PAST_DUE',
    blocks_at: '2027-02-21T10:20:30.000Z',
  })
  await write(owner)
  await dayIs(21.1)
  expect(await refusal(write(owner))).toMatchObject({ status: 402 })
  await operator('paid', number ?? '')
  expect(await subscription(owner)).toMatchObject({ status: 'ACTIVE', blocks_at: null })
  await write(owner)
})

test('An invoice that was voided before it was mailed is not mailed', async () => {
  const owner = await newOwner()
  await start(owner)
  await operator('void', (await invoices(owner))[0]?.number ?? '')
  await dayIs(0)
  expect(await subjects(owner)).toEqual([])
})

test('An invoice that is paid while its reminder is being drawn is not reminded of', async () => {
  const owner = await newOwner()
  await start(owner)
  await dayIs(0)
  const { id = '' } = (await invoices(owner))[0] ?? {}
  clock = new Date(BEGIN + 12 * DAY_MS)
  const { db } = app.server
  const waits = sql<{ waits: boolean }>`select exists (select from pg_stat_activity
    where datname = current_database() and wait_event = 'transactionid') as waits`
  const { reminded } = await db.transaction().execute(async (tx) => {
    await tx.updateTable('invoices').set({ state: 'PAID' }).where('id', '=', id).execute()
    const reminded = work(app)
    while (!(await waits.execute(db)).rows[0]?.waits) await setImmediate()
    return { reminded }
  })
  await reminded
  expect(await subjects(owner)).toHaveLength(1)
})

test('A subscription unpaid for a month ends and restarts only after the payment', async () => {
  const owner = await newOwner()
  await start(owner)
  await dayIs(44.1)
  expect(await subscription(owner)).toMatchObject({ status: 'EXPIRED', seats: 0 })
  // no renewal is invoiced while an invoice is overdue
  expect(await invoices(owner)).toHaveLength(1)
  expect(await refusal(start(owner))).toMatchObject({
    status: 409,
    body: { message: 'Pay the overdue invoice first' },
  })
  await operator('paid', (await invoices(owner))[0]?.number ?? '')
  expect(await start(owner)).toMatchObject({ status: 'ACTIVE' })
})

test('A cancelled subscription ends with its period and is not renewed', async () => {
  const owner = await newOwner()
  await start(owner)
  await operator('paid', (await invoices(owner))[0]?.number ?? '')
  await owner.client.call(cancelSubscription, { params: params(owner) })
  await dayIs(29)
  expect(await subscription(owner)).toMatchObject({
    status: 'EXPIRED',
    blocks_at: '2027-03-07T10:20:30.000Z',
  })
  expect(await invoices(owner)).toHaveLength(1)
  expect(await subjects(owner)).toContain(`The subscription of ${owner.team.name} has ended`)
})

test('The end of a trial is mailed, also when its company wrote something before the schedule ran', async () => {
  const owner = await newOwner()
  await dayIs(25.1)
  clock = new Date(BEGIN + 30.0001 * DAY_MS)
  const body = {
    ...{ name: 'Okafor Bau', email: owner.email, address: 'Kai 1', postal_code: '20457', city: 'Hamburg' },
    ...{ country: 'DE', tax_id: null },
  }
  await owner.client.call(updateBillingInfo, { params: params(owner), body })
  await dayIs(30.1)
  await dayIs(31)
  expect((await subjects(owner)).slice(1)).toEqual([`The trial of ${owner.team.name} is over`])
})

test('The discount of a sign-up code ends with the first subscription', async () => {
  const owner = await newOwner()
  await operator('code', 'FIRST-25', '--partner', 'Kontor', '--discount', '25', '--expires', '2027-12-31')
  const code = await owner.client.call(getSignupCode, { params: { id: 'FIRST-25' } })
  const order = { slug: 'team' as const, currency: 'EUR' as const, seats: 4 }
  const withCode = { ...order, custom_signup_code_id: code.id }
  await owner.client.call(startSubscription, { params: params(owner), body: withCode })
  const [first] = await invoices(owner)
  expect(first?.subtotal).toBe(4500)
  await operator('paid', first?.number ?? '')
  await owner.client.call(cancelSubscription, { params: params(owner) })
  await dayIs(29)
  await owner.client.call(startSubscription, { params: params(owner), body: { ...order, slug: 'free' } })
  for (const body of [order, withCode])
    expect(await owner.client.call(estimateSubscription, { params: params(owner), body })).toMatchObject({
      subtotal: 6000,
    })
  await owner.client.call(startSubscription, { params: params(owner), body: withCode })
  expect((await invoices(owner)).map(({ subtotal }) => subtotal)).toEqual([6000, 4500])
})

test('A subscription charged at Stripe is not invoiced by this server after a change of provider', async () => {
  const owner = await newOwner()
  await start(owner)
  await operator('paid', (await invoices(owner))[0]?.number ?? '')
  await app.server.db
    .updateTable('subscriptions')
    .set({ customer_id: `cus_${owner.team.id}`, subscription_id: 'sub_there' })
    .where('team_id', '=', owner.team.id)
    .execute()
  await dayIs(28.1)
  expect(await invoices(owner)).toHaveLength(1)
})

test('Companies that owe for weeks leave the trials of others on time', async () => {
  const { db } = app.server
  clock = new Date(BEGIN)
  await sql`with owing as (
      insert into teams (id, name)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Owing ' || n from generate_series(1, 500) n
      returning id)
    insert into subscriptions (team_id, slug, seats, period_start, period_end, unpaid_at, told_status)
    select id, 'team', 1, '2027-01-20T00:00:00Z', '2028-01-20T00:00:00Z', '2027-02-20T00:00:00Z', 'PAST_DUE' from owing`.execute(
    db,
  )
  const owner = await newOwner()
  await dayIs(25.1)
  expect(await subjects(owner)).toEqual([`The trial of ${owner.team.name} ends on March 2, 2027`])
  await sql`delete from teams where name like 'Owing %'`.execute(db)
})
