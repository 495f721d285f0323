import {
  cancelSubscription,
  changeSubscription,
  getSubscription,
  listInvoices,
  startSubscription,
} from '@plumbline/contract/billing'
import { createIssue } from '@plumbline/contract/issues'
import { getProject } from '@plumbline/contract/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BILLING, startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeOwner } from '../../test/make.ts'
import { openProvider } from './open-provider.ts'
import { operate } from './operate.ts'
import { DAY_MS } from './rules.ts'
import { keepBilling } from './work.ts'

/** What happens because time passes. The clock is the test's; two servers do the work at once. */

const BEGIN = Date.parse('2027-01-31T10:20:30.000Z')
let clock = new Date(BEGIN)
let app: TestApp
beforeAll(async () => {
  app = await startApp(BILLING, { now: () => clock })
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<typeof makeOwner>>

async function newOwner(): Promise<Owner> {
  clock = new Date(BEGIN)
  const owner = await makeOwner(app)
  // nobody is signed out while months pass
  await app.server.db
    .updateTable('sessions')
    .set({ expires_at: '2100-01-01T00:00:00Z', seen_at: '2100-01-01T00:00:00Z' })
    .where('user_id', '=', owner.id)
    .execute()
  return owner
}

const work = () => keepBilling({ server: app.server, teller: app.teller, provider: openProvider(app.server) })

/** Days after the beginning, with the work of two servers done. */
async function dayIs(days: number) {
  clock = new Date(BEGIN + days * DAY_MS)
  await Promise.all([work(), work()])
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
  operate({ db: app.server.db, teller: app.teller, now: app.server.now }, args)

async function subjects({ email }: Owner): Promise<string[]> {
  const rows = await app.server.db
    .selectFrom('mails')
    .select('subject')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  // after the one of the sign-up
  return rows.slice(1).map(({ subject }) => subject)
}

test('a trial is announced, ends, and stops writes a week later; reading goes on', async () => {
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

test('periods are renewed once, on the day of the first, with what was to come', async () => {
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
    ...{ status: 'ACTIVE', seats: 2, next: null },
    ...{ period_start: '2027-02-28T10:20:30Z', period_end: '2027-03-31T10:20:30Z' },
  })
  const [second] = await invoices(owner)
  expect(await invoices(owner)).toHaveLength(2)
  expect(second).toMatchObject({ subtotal: 3000, lines: [{ quantity: 2, from: '2027-02-28T10:20:30.000Z' }] })
})

test('a server that was away catches up, an invoice for each period', async () => {
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

test('an invoice is mailed once with its document, said again before it is due, and then overdue', async () => {
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

test('what stays unpaid for a month ends, and begins again only when it is paid', async () => {
  const owner = await newOwner()
  await start(owner)
  await dayIs(44.1)
  expect(await subscription(owner)).toMatchObject({ status: 'EXPIRED', seats: 0 })
  // nothing is invoiced while an invoice is owed
  expect(await invoices(owner)).toHaveLength(1)
  expect(await refusal(start(owner))).toMatchObject({
    status: 409,
    body: { message: 'Pay what is due first' },
  })
  await operator('paid', (await invoices(owner))[0]?.number ?? '')
  expect(await start(owner)).toMatchObject({ status: 'ACTIVE' })
})

test('a cancelled subscription ends with its period and is not renewed', async () => {
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
