import { createHmac, createSecretKey } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import * as auth from '@plumbline/contract/auth/auth'
import { createTeam } from '@plumbline/contract/teams/teams'
import { getMe } from '@plumbline/contract/users/get-me'
import { enrichKyc } from '@plumbline/contract/users/profile'
import { updateMe } from '@plumbline/contract/users/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { Client, refusal } from '../../test/client.ts'
import { makeUser, PASSWORD, parseCode, waitForMail, waitForResetCode } from '../../test/make.ts'
import { hashPassword } from './passwords.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const keyIn = (mail: string) => /^\d{6}$/m.exec(mail)?.[0] ?? ''
const form = { first_name: 'Ines', last_name: 'Okafor', password: PASSWORD, terms_accepted: true as const }

test('A new user signs up by the link, creates a company and passes KYC', async () => {
  const client = new Client(app)
  await client.call(auth.startSignup, { body: { email: 'Ines@Example.com ' } })
  const code = parseCode(await waitForMail(app, 'ines@example.com'))
  const { email } = await client.call(auth.checkSignupCode, { query: { code } })
  expect(email).toBe('ines@example.com')
  const me = await client.call(auth.completeSignup, { body: { ...form, code } })
  expect(me).toMatchObject({
    first_name: 'Ines',
    mandatory_onboarding_passed: false,
    is_kyc_passed: false,
    teams: [],
  })

  const early = await refusal(client.call(updateMe, { body: { mandatory_onboarding_passed: true } }))
  expect(early.body.error).toBe('wrong_state')
  const team = await client.call(createTeam, { body: { name: 'Okafor Bau', country: 'DE' } })
  await client.call(updateMe, { body: { mandatory_onboarding_passed: true } })
  const some = await client.call(enrichKyc, { body: { company_type: 'ARCHITECT', country: 'DE' } })
  expect(some.is_kyc_passed).toBe(false)
  const all = await client.call(enrichKyc, { body: { company_size: '11-50', job_role: 'ARCHITECT' } })
  expect(all).toMatchObject({ is_kyc_passed: true, mandatory_onboarding_passed: true })
  expect(all.teams).toMatchObject([{ team_id: team.id, is_default: true, role: 'OWNER' }])
  // an optional answer that is cleared is deleted, and all others stay
  const details = { phone: '+4912345678', website: 'https://okafor.example' }
  expect((await client.call(enrichKyc, { body: details })).kyc).toMatchObject(details)
  const cleared = await client.call(enrichKyc, { body: { phone: null } })
  expect(cleared.kyc).toEqual({ ...all.kyc, website: details.website })
  expect(cleared.is_kyc_passed).toBe(true)
})

test('A sign-up code works once, and unknown and used codes get the same refusal', async () => {
  const client = new Client(app)
  await client.call(auth.startSignup, { body: { email: 'once@example.com' } })
  const code = parseCode(await waitForMail(app, 'once@example.com'))
  await client.call(auth.completeSignup, { body: { ...form, code } })
  for (const tried of [code, 'never-was-one']) {
    const { status, body } = await refusal(
      client.call(auth.completeSignup, { body: { ...form, code: tried } }),
    )
    expect([status, body.message]).toEqual([410, 'verification link expired'])
  }
})

test('Of twenty concurrent sign-ups with one code exactly one succeeds', async () => {
  await new Client(app).call(auth.startSignup, { body: { email: 'race@example.com' } })
  const code = parseCode(await waitForMail(app, 'race@example.com'))
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => new Client(app).call(auth.completeSignup, { body: { ...form, code } })),
  )
  expect(tries.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
})

test('The six-digit key is exchanged for a code and expires after five wrong attempts', async () => {
  const client = new Client(app)
  await client.call(auth.startSignup, { body: { email: 'key@example.com' } })
  const key = keyIn(await waitForMail(app, 'key@example.com'))
  const wrong = key === '000000' ? '111111' : '000000'
  expect(
    (await refusal(client.call(auth.exchangeSignupKey, { body: { email: 'key@example.com', key: wrong } })))
      .body.error,
  ).toBe('bad_key')
  const { code } = await client.call(auth.exchangeSignupKey, { body: { email: 'key@example.com', key } })
  await client.call(auth.completeSignup, { body: { ...form, code } })

  await client.call(auth.startSignup, { body: { email: 'tries@example.com' } })
  const right = keyIn(await waitForMail(app, 'tries@example.com'))
  const bad = right === '000000' ? '111111' : '000000'
  for (let i = 0; i < 5; i++)
    await refusal(client.call(auth.exchangeSignupKey, { body: { email: 'tries@example.com', key: bad } }))
  const late = await refusal(
    client.call(auth.exchangeSignupKey, { body: { email: 'tries@example.com', key: right } }),
  )
  expect(late.status).toBe(410)
})

test('Of mails requested at once for one address only the newest has a valid link and key', async () => {
  const email = 'twice@example.com'
  const ask = () => new Client(app).call(auth.startSignup, { body: { email } })
  await Promise.all(Array.from({ length: 6 }, ask))
  const mails = await app.server.db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .execute()
  const checked = await Promise.allSettled(
    mails.map(({ text }) => new Client(app).call(auth.checkSignupCode, { query: { code: parseCode(text) } })),
  )
  expect(checked.map(({ status }) => status)).toEqual(['fulfilled', ...Array(5).fill('rejected')])
  const key = keyIn(mails[0]?.text ?? '')
  const { code } = await new Client(app).call(auth.exchangeSignupKey, { body: { email, key } })
  await new Client(app).call(auth.completeSignup, { body: { ...form, code } })
})

test('Signing up with a known address gets the same response but another mail', async () => {
  const known = await makeUser(app)
  const client = new Client(app)
  const answer = await client.send('POST', '/api/signup', { email: known.email })
  const fresh = await client.send('POST', '/api/signup', { email: 'fresh@example.com' })
  expect([answer.status, Object.keys(answer.body as object)]).toEqual([
    fresh.status,
    Object.keys(fresh.body as object),
  ])
  expect(await waitForMail(app, known.email)).toContain('You already have an account')
})

test('A wrong password and an unknown address both get "bad credentials"', async () => {
  const { email } = await makeUser(app)
  for (const body of [
    { email, password: 'not the password' },
    { email: 'nobody@example.com', password: PASSWORD },
  ]) {
    const { status, body: answer } = await refusal(new Client(app).call(auth.login, { body }))
    expect([status, answer.message]).toEqual([401, 'bad credentials'])
  }
  const client = new Client(app)
  const me = await client.call(auth.login, { body: { email: email.toUpperCase(), password: PASSWORD } })
  expect(me.email).toBe(email)
})

test('Signing out ends the session on the server even if the cookies are kept', async () => {
  const { client } = await makeUser(app)
  const kept = new Map(client.cookies)
  await client.call(auth.logout, {})
  expect(client.cookies.size).toBe(0)
  for (const [name, value] of kept) client.cookies.set(name, value)
  const { status, body } = await refusal(client.call(getMe, {}))
  expect([status, body.message]).toEqual([401, 'missing or malformed jwt'])
})

test('A forged or expired session token is refused', async () => {
  const { client } = await makeUser(app)
  const own = client.cookies.get('plumbline_session') as string
  const [head = '', body = '', signature = ''] = own.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (value: object, header: object = { alg: 'HS256' }, secret = app.server.secret) => {
    const text = `${part(header)}.${part(value)}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const asks = async (token: string) => {
    client.cookies.set('plumbline_session', token)
    return (await client.send('GET', '/api/me')).status
  }
  expect(await asks(signed(claims))).toBe(200)
  const other = await makeUser(app)
  const [, foreign = ''] = other.client.cookies.get('plumbline_session')?.split('.') ?? []
  for (const token of [
    `${head}.${foreign}.${signature}`,
    `${head}.${body}.${signature.slice(0, -2)}`,
    `${head}.${body}.`,
    `${own}.`,
    `${own}.${signature}`,
    `${part({ alg: 'none' })}.${body}.`,
    `${part({ alg: 'none' })}.${body}.${signature}`,
    signed(claims, { alg: 'HS512' }),
    signed(claims, { alg: 'HS256' }, createSecretKey('another secret', 'utf8')),
    signed({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 }),
    signed({ ...claims, exp: undefined }),
    signed({ ...claims, sid: 7 }),
    signed([]),
    'x',
    '..',
  ])
    expect([token, await asks(token)]).toEqual([token, 401])
  expect(await asks(own)).toBe(200)
})

test('A write by cookie needs the anti-forgery token of its own session', async () => {
  const { client } = await makeUser(app)
  const other = await makeUser(app)
  const own = client.cookies.get('XSRF-TOKEN') as string
  const forged = other.client.cookies.get('XSRF-TOKEN') as string
  client.cookies.delete('XSRF-TOKEN')
  expect((await client.send('PATCH', '/api/me', { first_name: 'Eve' })).status).toBe(403)
  client.cookies.set('XSRF-TOKEN', forged)
  expect((await client.send('PATCH', '/api/me', { first_name: 'Eve' })).status).toBe(403)
  client.cookies.set('XSRF-TOKEN', own)
  expect((await client.send('PATCH', '/api/me', { first_name: 'Eve' })).status).toBe(200)
})

test('A password reset ends other sessions and signs in', async () => {
  const user = await makeUser(app)
  const client = new Client(app)
  await client.call(auth.startReset, { body: { email: user.email } })
  const code = await waitForResetCode(app, user.email)
  expect(await client.call(auth.checkResetCode, { query: { code } })).toEqual({ email: user.email })
  const weak = await refusal(client.call(auth.completeReset, { body: { code, password: 'short' } }))
  expect([weak.status, weak.body.message]).toEqual([400, 'bad password'])
  await client.call(auth.completeReset, { body: { code, password: 'quite another passphrase' } })
  expect((await client.call(getMe, {})).email).toBe(user.email)
  expect((await refusal(user.client.call(getMe, {}))).status).toBe(401)
  expect(
    (await refusal(new Client(app).call(auth.login, { body: { email: user.email, password: PASSWORD } })))
      .status,
  ).toBe(401)
})

test('A sign-in with a password that changes after its check is refused', async () => {
  const { id, email, client } = await makeUser(app)
  const { db } = app.server
  const waits = sql<{ waits: boolean }>`select exists (select from pg_stat_activity
    where datname = current_database() and wait_event = 'transactionid') as waits`
  const { refused } = await db.transaction().execute(async (tx) => {
    const password_hash = await hashPassword('another long password')
    await tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
    await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
    const refused = refusal(new Client(app).call(auth.login, { body: { email, password: PASSWORD } }))
    while (!(await waits.execute(db)).rows[0]?.waits) await setImmediate()
    return { refused }
  })
  expect((await refused).body.message).toBe('bad credentials')
  expect((await refusal(client.call(getMe, {}))).status).toBe(401)
  await new Client(app).call(auth.login, { body: { email, password: 'another long password' } })
})

test('Guessable passwords are refused', async () => {
  const client = new Client(app)
  await client.call(auth.startSignup, { body: { email: 'guessable@example.com' } })
  const code = parseCode(await waitForMail(app, 'guessable@example.com'))
  for (const password of ['abcabcabcabc', '123456789012', 'guessable123', 'short'])
    expect(
      (await refusal(client.call(auth.completeSignup, { body: { ...form, code, password } }))).body.message,
      password,
    ).toBe('bad password')
})

test('A malformed or too deeply nested body is refused with the contract’s error body', async () => {
  const client = new Client(app)
  const deep = Buffer.from(`${'{"email":'.repeat(5000)}1${'}'.repeat(5000)}`)
  for (const body of [Buffer.from('{'), deep, Buffer.from('[]'), Buffer.from('null')]) {
    const answer = await client.send('POST', '/api/auth/login', body, { 'content-type': 'application/json' })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: 'bad_request', request_id: expect.any(String) })
  }
})

test('A token that has been accepted before is refused once it has expired or its session has ended', async () => {
  const { id, client } = await makeUser(app)
  const { server, fastify } = app
  const signToken = (sid: string, expiresInS: number) => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const exp = Math.floor(Date.now() / 1000) + expiresInS
    const signed = `${encode({ alg: 'HS256' })}.${encode({ sid, sub: id, exp })}`
    return `${signed}.${createHmac('sha256', server.secret).update(signed).digest('base64url')}`
  }
  const getStatus = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fastify.inject({ url: getMe.path, headers })).statusCode
  }
  const session = await server.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  const [short, long] = [signToken(session.id, 3600), signToken(session.id, 7200)]
  expect([await getStatus(short), await getStatus(long)]).toEqual([200, 200])
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3601 * 1000)
  try {
    expect([await getStatus(short), await getStatus(long)]).toEqual([401, 200])
  } finally {
    later.mockRestore()
  }
  expect(await getStatus(`${short}x`)).toBe(401)
  await client.call(auth.logout, {})
  expect(await getStatus(long)).toBe(401)
})
