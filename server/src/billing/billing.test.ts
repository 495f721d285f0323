import { checkSignupCode, completeSignup, startSignup } from '@plumbline/contract/auth/auth'
import {
  addPaymentMethod,
  cancelSubscription,
  changeSubscription,
  estimateSubscription,
  extendTrial,
  getBillingInfo,
  getInvoicePdf,
  getUpcomingInvoice,
  listInvoices,
  listPaymentMethods,
  listPayments,
  removePaymentMethod,
  startSubscription,
  updateBillingInfo,
} from '@plumbline/contract/billing/billing'
import { getSignupCode } from '@plumbline/contract/billing/signup-codes'
import { getSubscription } from '@plumbline/contract/billing/subscription'
import { type CallOf, fillPath } from '@plumbline/contract/http'
import { getTeamConfiguration } from '@plumbline/contract/teams/configuration'
import { acceptTeamInvite, createTeam, inviteToTeam } from '@plumbline/contract/teams/teams'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BILLING, startApp, type TestApp } from '../../test/app.ts'
import { Client, refusal } from '../../test/client.ts'
import { makeOwner, makeUser, PASSWORD, parseCode, waitForMail } from '../../test/make.ts'
import { runOperatorCommand } from './operator-commands.ts'
import { DAY_MS } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp(BILLING)
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<typeof makeOwner>>
const of = ({ team }: Pick<Owner, 'team'>) => ({ id: team.id })
const operator = (...args: string[]) =>
  runOperatorCommand({ db: app.server.db, teller: app.teller, now: app.server.now }, args)

const start = ({ client, team }: Owner, body: Partial<CallOf<typeof startSubscription>['body']> = {}) =>
  client.call(startSubscription, {
    params: { id: team.id },
    body: { slug: 'team', currency: 'EUR', seats: 5, ...body },
  })

describe('A new company', () => {
  test('starts a 30-day business trial, which can be extended by 14 days once', async () => {
    const owner = await makeOwner(app)
    const params = of(owner)
    const trial = await owner.client.call(getSubscription, { params })
    expect(trial).toMatchObject({
      provider: 'builtin',
      slug: 'business',
      status: 'TRIALING',
      may_extend: true,
      seats: 0,
      seats_used: 1,
      blocks_at: null,
      period_end: null,
    })
    const ends = Date.parse(trial.trial_ends_at ?? '')
    expect(Math.round((ends - Date.now()) / DAY_MS)).toBe(30)
    const longer = await owner.client.call(extendTrial, { params })
    expect(Date.parse(longer.trial_ends_at ?? '') - ends).toBe(14 * DAY_MS)
    expect(longer.may_extend).toBe(false)
    expect(await refusal(owner.client.call(extendTrial, { params }))).toMatchObject({
      status: 409,
      body: { error: 'wrong_state', message: 'A trial can be extended only once' },
    })
  })

  test('uses its own name as billing address until it is changed', async () => {
    const owner = await makeOwner(app)
    const params = of(owner)
    const info = await owner.client.call(getBillingInfo, { params })
    expect(info).toMatchObject({ name: owner.team.name, email: owner.email, tax_id: null })
    const wrong = { ...info, country: 'DE', tax_id: 'DE136695975' }
    expect(await refusal(owner.client.call(updateBillingInfo, { params, body: wrong }))).toMatchObject({
      status: 400,
      body: { fields: { tax_id: 'This is not a valid VAT number' } },
    })
    expect(await owner.client.call(getBillingInfo, { params })).toEqual(info)
    const body = { ...info, name: 'Okafor Bau GmbH', country: 'DE', tax_id: 'DE136695976' }
    expect(await owner.client.call(updateBillingInfo, { params, body })).toEqual(body)
  })
})

describe('A subscription', () => {
  test('is invoiced at once with number, net amount, tax and total', async () => {
    const owner = await makeOwner(app)
    const params = of(owner)
    const subscription = await start(owner)
    expect(subscription).toMatchObject({ slug: 'team', status: 'ACTIVE', seats: 5, trial_ends_at: null })
    const [invoice] = await owner.client.call(listInvoices, { params })
    expect(invoice).toMatchObject({
      state: 'OPEN',
      subtotal: 7500,
      tax_percent: 19,
      tax: 1425,
      total: 8925,
      lines: [{ kind: 'SEATS', slug: 'team', quantity: 5, unit_amount: 1500, amount: 7500 }],
    })
    expect(invoice?.number).toMatch(/^\d{4}-\d{6}$/)
    expect(await owner.client.call(listPayments, { params })).toMatchObject([
      { invoice_number: invoice?.number, amount: 8925, state: 'PENDING', method: 'Bank transfer' },
    ])
    expect(await refusal(start(owner))).toMatchObject({ status: 409, body: { error: 'wrong_state' } })
    expect(await owner.client.call(listInvoices, { params })).toHaveLength(1)
  })

  test('with fewer seats than are in use is refused', async () => {
    const owner = await makeOwner(app)
    for (const email of ['a@example.com', 'b@example.com'])
      await owner.client.call(inviteToTeam, { params: of(owner), body: { email } })
    expect(await refusal(start(owner, { seats: 2 }))).toMatchObject({
      status: 409,
      body: { error: 'conflict' },
    })
    expect(await start(owner, { seats: undefined })).toMatchObject({ seats: 3, seats_used: 3 })
  })

  test('is charged as estimated: an upgrade at once, a downgrade with the next period', async () => {
    const owner = await makeOwner(app)
    const params = of(owner)
    const estimate = (body: CallOf<typeof estimateSubscription>['body']) =>
      owner.client.call(estimateSubscription, { params, body })
    const newest = async () => (await owner.client.call(listInvoices, { params }))[0]
    const first = await estimate({ slug: 'team', currency: 'GBP', seats: 4 })
    await start(owner, { currency: 'GBP', seats: 4 })
    expect((await newest())?.total).toBe(first.due_now)
    expect((await owner.client.call(getUpcomingInvoice, { params }))?.total).toBe(first.per_period)

    const more = await estimate({ slug: 'business', interval: 'YEAR', seats: 7 })
    expect(more).toMatchObject({ slug: 'business', interval: 'YEAR', seats: 7, currency: 'GBP' })
    const changed = await owner.client.call(changeSubscription, {
      params,
      body: { slug: 'business', interval: 'YEAR', seats: 7 },
    })
    expect(changed).toMatchObject({ slug: 'business', interval: 'YEAR', seats: 7, next: null })
    const invoice = await newest()
    expect(invoice?.total).toBe(more.due_now)
    expect(invoice?.lines.map(({ kind, amount }) => [kind, amount])).toEqual(
      more.lines.map(({ kind, amount }) => [kind, amount]),
    )

    const less = await estimate({ slug: 'team', interval: 'YEAR', seats: 7 })
    expect(less).toMatchObject({ due_now: 0, starts_at: changed.period_end })
    const waiting = await owner.client.call(changeSubscription, { params, body: { slug: 'team' } })
    expect(waiting).toMatchObject({
      slug: 'business',
      seats: 7,
      next: { slug: 'team', interval: 'YEAR', seats: 7 },
    })
    expect((await owner.client.call(getUpcomingInvoice, { params }))?.total).toBe(less.per_period)
    expect(await owner.client.call(listInvoices, { params })).toHaveLength(2)
    expect(await refusal(estimate({ slug: 'team', currency: 'EUR' }))).toMatchObject({ status: 409 })
  })

  test('stays unchanged by an estimate', async () => {
    const owner = await makeOwner(app)
    const params = of(owner)
    const before = await owner.client.call(getSubscription, { params })
    await owner.client.call(estimateSubscription, { params, body: { slug: 'business', seats: 9 } })
    expect(await owner.client.call(getSubscription, { params })).toEqual(before)
    expect(await owner.client.call(listInvoices, { params })).toEqual([])
    expect(await owner.client.call(listPaymentMethods, { params })).toEqual([])
  })

  test('is cancelled at the period end, and the cancellation can be undone', async () => {
    const owner = await makeOwner(app)
    const params = of(owner)
    const { period_end } = await start(owner)
    const cancelled = await owner.client.call(cancelSubscription, { params })
    expect(cancelled).toMatchObject({ status: 'CANCELLED', cancels_at: period_end, seats: 5 })
    const upcoming = await owner.client.send('GET', fillPath(getUpcomingInvoice.path, params))
    expect([upcoming.status, upcoming.body]).toEqual([204, ''])
    expect(
      await refusal(owner.client.call(changeSubscription, { params, body: { seats: 9 } })),
    ).toMatchObject({
      body: { message: 'The subscription is cancelled. Undo the cancellation first.' },
    })
    const back = await owner.client.call(changeSubscription, { params, body: { cancel: false } })
    expect(back).toMatchObject({ status: 'ACTIVE', cancels_at: null })
    expect((await owner.client.call(getUpcomingInvoice, { params }))?.total).toBe(8925)
  })

  test('keeps its last payment method until it ends', async () => {
    const owner = await makeOwner(app)
    const params = of(owner)
    await start(owner)
    const [method] = await owner.client.call(listPaymentMethods, { params })
    expect(method).toMatchObject({ kind: 'INVOICE', brand: 'Bank transfer', is_default: true })
    const remove = () =>
      owner.client.call(removePaymentMethod, { params: { ...params, pmId: method?.payment_method_id ?? '' } })
    expect(await refusal(remove())).toMatchObject({ status: 409, body: { error: 'wrong_state' } })
    await owner.client.call(cancelSubscription, { params })
    await remove()
    expect(await owner.client.call(listPaymentMethods, { params })).toEqual([])
    await owner.client.call(addPaymentMethod, { params })
    expect(await owner.client.call(listPaymentMethods, { params })).toHaveLength(1)
  })
})

describe('The free plan', () => {
  test('lists exceeded limits before the switch and refuses additions after it', async () => {
    const owner = await makeOwner(app)
    const params = of(owner)
    const emails = Array.from({ length: 5 }, (_, index) => `colleague-${index}@example.com`)
    for (const email of emails) await owner.client.call(inviteToTeam, { params, body: { email } })
    const estimate = await owner.client.call(estimateSubscription, { params, body: { slug: 'free' } })
    expect(estimate).toMatchObject({
      due_now: 0,
      per_period: 0,
      over: [{ limit: 'team_members', max: 5, used: 6 }],
    })
    const free = await owner.client.call(startSubscription, {
      params,
      body: { slug: 'free', currency: 'EUR' },
    })
    expect(free).toMatchObject({ slug: 'free', status: 'ACTIVE', seats: 0, trial_ends_at: null })
    expect(
      await refusal(owner.client.call(inviteToTeam, { params, body: { email: 'sixth@example.com' } })),
    ).toMatchObject({
      status: 402,
      body: { error: 'payment_required', message: 'The plan of this company includes 5 seats' },
    })
    const { plan, limits } = await owner.client.call(getTeamConfiguration, { params })
    expect([plan.slug, limits.active_projects, limits.team_members]).toEqual(['free', 1, 5])
  })
})

describe('Invoices', () => {
  async function textOf(bytes: Uint8Array) {
    const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
    const { items } = await (await pdf.getPage(1)).getTextContent()
    return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  }
  const fetchPdf = async (owner: Owner, invoiceId: string) => {
    const cookie = [...owner.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const url = fillPath(getInvoicePdf.path, { id: owner.team.id, invoiceId })
    return app.fastify.inject({ method: 'GET', url, headers: { cookie } })
  }

  test('are PDFs in the company’s language with seller, buyer, lines, tax and bank account', async () => {
    const owner = await makeOwner(app)
    const params = of(owner)
    await app.server.db.updateTable('users').set({ locale: 'de' }).where('id', '=', owner.id).execute()
    const info = await owner.client.call(getBillingInfo, { params })
    await owner.client.call(updateBillingInfo, {
      params,
      body: { ...info, name: 'Müller & Söhne', city: 'Wien', country: 'AT', tax_id: 'ATU13585627' },
    })
    await start(owner, { slug: 'business', seats: 3 })
    const [invoice] = await owner.client.call(listInvoices, { params })
    expect(invoice).toMatchObject({ reverse_charge: true, tax_percent: null, tax: 0, total: 8700 })
    const response = await fetchPdf(owner, invoice?.id ?? '')
    expect(response.headers['content-type']).toBe('application/pdf')
    const text = await textOf(response.rawPayload)
    for (const words of [
      'Rechnung',
      invoice?.number ?? '-',
      'Plumbline Hosting GmbH',
      'DE136695976',
      'Müller & Söhne',
    ])
      expect(text).toContain(words)
    for (const words of ['Wien\nÖsterreich', 'Deutschland']) expect(text).toContain(words)
    for (const words of ['ATU13585627', '87,00 €', 'Steuerschuldnerschaft', 'DE02 1203 0000 0000 2020 51'])
      expect(text).toContain(words)
    const stranger = await makeOwner(app)
    expect((await fetchPdf({ ...stranger, team: owner.team }, invoice?.id ?? '')).statusCode).toBe(404)
    expect((await fetchPdf(stranger, invoice?.id ?? '')).statusCode).toBe(404)
  })

  test('that were voided ask nobody to pay', async () => {
    const owner = await makeOwner(app)
    await start(owner)
    const [invoice] = await owner.client.call(listInvoices, { params: of(owner) })
    const read = async () => textOf((await fetchPdf(owner, invoice?.id ?? '')).rawPayload)
    expect(await read()).toContain('DE02 1203 0000 0000 2020 51')
    await operator('void', invoice?.number ?? '')
    const text = await read()
    expect(text).toContain('Cancelled')
    for (const words of ['DE02 1203 0000 0000 2020 51', 'Due on']) expect(text).not.toContain(words)
  })

  test('are numbered without gaps when fifty are issued concurrently', async () => {
    const owners = await Promise.all(Array.from({ length: 50 }, () => makeOwner(app)))
    await Promise.all(owners.map((owner) => start(owner)))
    const rows = await app.server.db
      .selectFrom('invoices')
      .select('number')
      .where('provider', '=', 'builtin')
      .orderBy('number')
      .execute()
    const serials = rows.map(({ number }) => Number(number?.slice(5)))
    expect(serials).toEqual(serials.map((_, index) => index + 1))
    expect(serials.length).toBeGreaterThanOrEqual(50)
  })

  test('cannot be changed or deleted once issued', async () => {
    const owner = await makeOwner(app)
    await start(owner)
    const { db } = app.server
    const mine = () => db.updateTable('invoices').where('team_id', '=', owner.team.id)
    await expect(mine().set({ total: 1, subtotal: 1, tax: 0 }).execute()).rejects.toThrow('not changed')
    await expect(mine().set({ number: '2020-000001' }).execute()).rejects.toThrow('not changed')
    await expect(db.deleteFrom('invoices').where('team_id', '=', owner.team.id).execute()).rejects.toThrow(
      'an invoice is kept',
    )
  })

  test('can be marked as paid or void by the operator once', async () => {
    const owner = await makeOwner(app)
    const params = of(owner)
    await start(owner)
    const [open] = await owner.client.call(listInvoices, { params })
    const number = open?.number ?? ''
    expect(
      (await operator('invoices')).some((line) => line.includes(number) && line.includes('€89.25')),
    ).toBe(true)
    await operator('paid', number)
    expect(await owner.client.call(listInvoices, { params })).toMatchObject([{ state: 'PAID', number }])
    expect(await owner.client.call(listPayments, { params })).toMatchObject([{ state: 'PAID' }])
    await expect(operator('void', number)).rejects.toThrow(`There is no open invoice ${number}`)
    await expect(operator('paid', '1999-000001')).rejects.toThrow('There is no open invoice')
  })
})

describe('Sign-up codes', () => {
  const code = async (name: string, ...more: string[]) => {
    await operator('code', name, '--partner', 'Kontor', ...more)
    return name
  }
  const signUpWith = async (custom_signup_code: string) => {
    const client = new Client(app)
    const email = `${crypto.randomUUID()}@example.com`
    await client.call(startSignup, { body: { email, custom_signup_code } })
    const mail = await waitForMail(app, email)
    expect(mail).toContain(`&custom_signup_code=${custom_signup_code}`)
    const mailed = parseCode(mail)
    await client.call(checkSignupCode, { query: { code: mailed } })
    const body = {
      code: mailed,
      first_name: 'Ines',
      last_name: 'Okafor',
      password: PASSWORD,
      terms_accepted: true as const,
      custom_signup_code,
    }
    await client.call(completeSignup, { body })
    return client
  }

  test('give the founder’s company a trial and a discount on its subscription', async () => {
    await code('KONTOR-60', '--plan', 'team', '--days', '60', '--discount', '25')
    expect(await new Client(app).call(getSignupCode, { params: { id: 'kontor-60' } })).toMatchObject({
      partner_name: 'Kontor',
      plan_slug: 'team',
      trial_days: 60,
      discount_percent: 25,
      redeemed: 0,
    })
    const client = await signUpWith('kontor-60')
    const team = await client.call(createTeam, { body: { name: 'Okafor Bau' } })
    const params = { id: team.id }
    const trial = await client.call(getSubscription, { params })
    expect(trial).toMatchObject({
      slug: 'team',
      status: 'TRIALING',
      code: { code: 'KONTOR-60', discount_percent: 25 },
    })
    expect(Math.round((Date.parse(trial.trial_ends_at ?? '') - Date.now()) / DAY_MS)).toBe(60)
    await client.call(startSubscription, { params, body: { slug: 'team', currency: 'EUR', seats: 4 } })
    const [invoice] = await client.call(listInvoices, { params })
    expect(invoice?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['SEATS', 6000],
      ['DISCOUNT', -1500],
    ])
    expect((await client.call(getUpcomingInvoice, { params }))?.subtotal).toBe(4500)
    const second = await client.call(createTeam, { body: { name: 'Okafor Zwei' } })
    expect(await client.call(getSubscription, { params: { id: second.id } })).toMatchObject({
      slug: 'business',
      code: null,
    })
    expect(await new Client(app).call(getSignupCode, { params: { id: 'KONTOR-60' } })).toMatchObject({
      redeemed: 1,
    })
  })

  test('are never redeemed more often than allowed by fifty concurrent sign-ups', async () => {
    await code('FEW', '--discount', '10', '--max', '3')
    const { id } = await new Client(app).call(getSignupCode, { params: { id: 'FEW' } })
    const owners = await Promise.all(Array.from({ length: 50 }, () => makeOwner(app)))
    const results = await Promise.allSettled(
      owners.map((owner) => start(owner, { custom_signup_code_id: id })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const [gone] = results.filter((result) => result.status === 'rejected')
    expect(gone?.reason).toMatchObject({ status: 410, body: { error: 'link_expired' } })
    const refused = owners.filter((_, index) => results[index]?.status === 'rejected')
    for (const owner of refused.slice(0, 3))
      expect(await owner.client.call(getSubscription, { params: of(owner) })).toMatchObject({
        status: 'TRIALING',
      })
  })

  test('that are used up, expired or unknown get the same refusal', async () => {
    await code('ONCE', '--max', '1')
    await code('LATE', '--expires', '2020-01-01')
    await signUpWith('ONCE')
    const answers = await Promise.all(
      ['ONCE', 'LATE', 'NEVER', crypto.randomUUID()].map(async (id) => {
        const { status, body } = await refusal(new Client(app).call(getSignupCode, { params: { id } }))
        return [status, body.error, body.message]
      }),
    )
    expect(new Set(answers.map((answer) => answer.join())).size).toBe(1)
    expect(answers[0]).toEqual([410, 'link_expired', 'verification link expired'])
    expect(await refusal(signUpWith('ONCE'))).toMatchObject({
      status: 400,
      body: { fields: { custom_signup_code: 'This sign-up code is used up or has expired' } },
    })
  })
})

test('Members who do not administer the company cannot read its billing', async () => {
  const owner = await makeOwner(app)
  const params = of(owner)
  const colleague = await makeUser(app)
  const invite = await owner.client.call(inviteToTeam, { params, body: { email: colleague.email } })
  await colleague.client.call(acceptTeamInvite, { params: { ...params, inviteId: invite.id } })
  expect(await refusal(colleague.client.call(getSubscription, { params }))).toMatchObject({ status: 403 })
  expect(await refusal(colleague.client.call(listInvoices, { params }))).toMatchObject({ status: 403 })
})

test('A server without billing has no limits and refuses subscriptions', async () => {
  const other = await startApp()
  try {
    const owner = await makeOwner(other)
    const params = of(owner)
    expect(await owner.client.call(getSubscription, { params })).toMatchObject({
      provider: 'none',
      slug: 'self_hosted',
      status: 'ACTIVE',
      blocks_at: null,
    })
    expect(await refusal(start(owner))).toMatchObject({
      status: 503,
      body: { error: 'unavailable', message: 'Payments are switched off on this server' },
    })
    expect(await owner.client.call(getUpcomingInvoice, { params })).toBeNull()
    const { plan, limits } = await owner.client.call(getTeamConfiguration, { params })
    expect([plan.slug, limits.active_projects, limits.team_members]).toEqual(['self_hosted', null, null])
  } finally {
    await other.close()
  }
})
