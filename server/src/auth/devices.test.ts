import { setImmediate } from 'node:timers/promises'
import { changePassword, endOtherSessions, endSession, listSessions } from '@plumbline/contract/auth/account'
import { completeReset, completeSignup, login, startReset, startSignup } from '@plumbline/contract/auth/auth'
import { createTeam } from '@plumbline/contract/teams/teams'
import { getMe } from '@plumbline/contract/users/get-me'
import { updateMe } from '@plumbline/contract/users/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnPort, startApp, type TestApp } from '../../test/app.ts'
import { Client, refusal } from '../../test/client.ts'
import { Listener } from '../../test/listener.ts'
import { makeUser, PASSWORD, parseCode, type User, waitForMail, waitForResetCode } from '../../test/make.ts'
import { hashPassword } from './passwords.ts'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await startApp()
  origin = await listenOnPort(app)
})
afterAll(() => app.close())

const NEW = 'seven grey geese over Oslo'

/** Signs the same user in from another browser. */
async function otherDevice({ email }: User, userAgent = 'Phone') {
  const client = new Client(app)
  await client.call(login, { body: { email, password: PASSWORD } }, { 'user-agent': userAgent })
  return client
}

test('Ending a listed session closes its sockets', async () => {
  const user = await makeUser(app)
  const phone = await otherDevice(user)
  const listener = new Listener(origin, phone)
  await listener.first('hello')
  const sessions = await user.client.call(listSessions, {})
  expect(sessions.map(({ user_agent, is_current }) => [user_agent, is_current])).toEqual([
    ['Phone', false],
    [expect.any(String), true],
  ])
  await user.client.call(endSession, { params: { sessionId: sessions[0]?.id ?? '' } })
  expect((await listener.until(({ closed }) => closed)).code).toBe(4401)
  expect((await refusal(phone.call(getMe, {}))).status).toBe(401)
  expect(await user.client.call(listSessions, {})).toHaveLength(1)
})

test('Ending another user’s session is refused like an unknown one', async () => {
  const user = await makeUser(app)
  const other = await makeUser(app)
  const [theirs] = await user.client.call(listSessions, {})
  const strip = ({ status, body }: { status: number; body: object }) => [status, { ...body, request_id: '' }]
  const found = await refusal(other.client.call(endSession, { params: { sessionId: theirs?.id ?? '' } }))
  const absent = await refusal(other.client.call(endSession, { params: { sessionId: crypto.randomUUID() } }))
  expect(strip(found)).toEqual(strip(absent))
  expect(found.status).toBe(404)
  await user.client.call(getMe, {})
})

test('Ending other sessions keeps the current one', async () => {
  const user = await makeUser(app)
  const others = [await otherDevice(user), await otherDevice(user)]
  await user.client.call(endOtherSessions, {})
  for (const client of others) expect((await refusal(client.call(getMe, {}))).status).toBe(401)
  expect(await user.client.call(listSessions, {})).toMatchObject([{ is_current: true }])
})

test('The last use of a session is stored to the minute', async () => {
  const user = await makeUser(app)
  const seen = async () => (await user.client.call(listSessions, {}))[0]?.seen_at ?? ''
  const first = await seen()
  expect(await seen()).toBe(first)
  const old = '2026-01-01T00:00:00Z'
  await app.server.db.updateTable('sessions').set({ seen_at: old }).where('user_id', '=', user.id).execute()
  await seen()
  await expect.poll(seen).not.toBe(old)
})

test('Changing the password ends other sessions and sends a mail', async () => {
  const user = await makeUser(app)
  const phone = await otherDevice(user)
  await user.client.call(changePassword, { body: { current_password: PASSWORD, password: NEW } })
  await user.client.call(getMe, {})
  expect((await refusal(phone.call(getMe, {}))).status).toBe(401)
  expect(await waitForMail(app, user.email)).toContain('Your password was changed')
  const again = new Client(app)
  expect((await refusal(again.call(login, { body: { email: user.email, password: PASSWORD } }))).status).toBe(
    401,
  )
  await again.call(login, { body: { email: user.email, password: NEW } })
})

test('Of two changes of a password at once from two devices, the later one is refused', async () => {
  const user = await makeUser(app)
  const phone = await otherDevice(user)
  const { db } = app.server
  const waits = sql<{ waits: boolean }>`select exists (select from pg_stat_activity
    where datname = current_database() and wait_event = 'transactionid') as waits`
  const { refused } = await db.transaction().execute(async (tx) => {
    const password_hash = await hashPassword(NEW)
    await tx.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
    const body = { current_password: PASSWORD, password: 'nine blue herons near Porto' }
    const refused = refusal(phone.call(changePassword, { body }))
    while (!(await waits.execute(db)).rows[0]?.waits) await setImmediate()
    return { refused }
  })
  expect((await refused).body).toMatchObject({
    message: 'bad password',
    fields: { current_password: expect.any(String) },
  })
  await new Client(app).call(login, { body: { email: user.email, password: NEW } })
})

test('The field of a refusal tells a wrong current password from a weak new one', async () => {
  const user = await makeUser(app, 'Ines Okafor')
  const change = async (current_password: string, password: string) => {
    const { status, body } = await refusal(
      user.client.call(changePassword, { body: { current_password, password } }),
    )
    return [status, body.message, Object.keys(body.fields ?? {})]
  }
  expect(await change('not my password', NEW)).toEqual([400, 'bad password', ['current_password']])
  for (const weak of [
    'short',
    'Q1w2e3r4t5y6',
    'Password12345!',
    'Ines-Okafor-1987',
    'moonmoonmoonm',
    'abcdefghijklm',
  ])
    expect(await change(PASSWORD, weak), weak).toEqual([400, 'bad password', ['password']])
  await user.client.call(login, { body: { email: user.email, password: PASSWORD } })
})

test('Sign-up and reset refuse breached passwords', async () => {
  const client = new Client(app)
  const email = 'stolen@example.com'
  const form = { first_name: 'Ines', last_name: 'Okafor', terms_accepted: true as const }
  await client.call(startSignup, { body: { email } })
  const code = parseCode(await waitForMail(app, email))
  const signUp = (password: string) => client.call(completeSignup, { body: { ...form, code, password } })
  expect((await refusal(signUp('qwerty123456'))).body.message).toBe('bad password')
  await signUp(PASSWORD)
  await client.call(startReset, { body: { email } })
  const reset = await waitForResetCode(app, email)
  const weak = await refusal(
    client.call(completeReset, { body: { code: reset, password: 'OkaforInes2024' } }),
  )
  expect(weak.body).toMatchObject({ message: 'bad password', fields: { password: expect.any(String) } })
})

test('Language, preferences and default company are stored', async () => {
  const { client } = await makeUser(app)
  expect((await client.call(getMe, {})).preferences).toEqual({ date_style: 'US', shortcuts: true })
  // languages other than English default to day-first dates
  const french = await client.call(updateMe, { body: { locale: 'fr' } })
  expect(french.preferences.date_style).toBe('EUROPEAN')
  await client.call(updateMe, { body: { preferences: { shortcuts: false } } })
  const me = await client.call(updateMe, { body: { preferences: { date_style: 'ISO' }, locale: 'fr' } })
  expect(me).toMatchObject({ preferences: { date_style: 'ISO', shortcuts: false }, locale: 'fr' })
  const first = await client.call(createTeam, { body: { name: 'First' } })
  const second = await client.call(createTeam, { body: { name: 'Second' } })
  const changed = await client.call(updateMe, { body: { default_team_id: second.id } })
  expect(changed.teams.map(({ team_id, is_default }) => [team_id, is_default])).toEqual([
    [second.id, true],
    [first.id, false],
  ])
  const stranger = await makeUser(app)
  const other = await stranger.client.call(createTeam, { body: { name: 'Of others' } })
  for (const default_team_id of [other.id, crypto.randomUUID()])
    expect((await refusal(client.call(updateMe, { body: { default_team_id } }))).status).toBe(404)
})

test('Concurrent changes of the default company leave exactly one default', async () => {
  const { client } = await makeUser(app)
  const teams = [
    await client.call(createTeam, { body: { name: 'Alpha' } }),
    await client.call(createTeam, { body: { name: 'Beta' } }),
  ]
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      client.call(updateMe, { body: { default_team_id: teams[i % 2]?.id ?? '' } }),
    ),
  )
  const me = await client.call(getMe, {})
  expect(me.teams.filter((team) => team.is_default)).toHaveLength(1)
})

test('Mails use the requested language, and later that of the account', async () => {
  const client = new Client(app)
  const email = 'jeanne@example.com'
  await client.call(startSignup, { body: { email, locale: 'fr' } })
  const mail = await waitForMail(app, email)
  expect(mail).toContain('Confirmez votre adresse e-mail')
  await client.call(completeSignup, {
    body: {
      code: parseCode(mail),
      first_name: 'Jeanne',
      last_name: 'Morel',
      password: PASSWORD,
      terms_accepted: true,
      locale: 'fr',
    },
  })
  await client.call(updateMe, { body: { locale: 'de' } })
  await client.call(startReset, { body: { email } })
  await waitForResetCode(app, email)
  expect(await waitForMail(app, email)).toContain('Neues Passwort setzen')
  const { html } = await app.server.db
    .selectFrom('mails')
    .select('html')
    .where('recipient', '=', email)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(html).toContain('<html lang="de">')
})
