import {
  addPasskey,
  confirmTotp,
  listPasskeys,
  removePasskey,
  startPasskey,
  startTotp,
} from '@plumbline/contract/auth/account'
import { loginWithPasskey, startPasskeyLogin } from '@plumbline/contract/auth/auth'
import { getMe } from '@plumbline/contract/users/get-me'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { Authenticator } from '../../test/authenticator.ts'
import { Client, type RefusedCall, refusal } from '../../test/client.ts'
import { makeUser, PASSWORD, type User, waitForMail } from '../../test/make.ts'

const ORIGIN = 'https://plumbline.example.com'
let app: TestApp
beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: ORIGIN })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.server.db.deleteFrom('rate_limits').execute()
})

const said = ({ status, body }: RefusedCall) => [status, body.error]
const body = { password: PASSWORD }

async function register({ client }: User, device: Authenticator, name = 'Laptop') {
  const options = await client.call(startPasskey, { body })
  return client.call(addPasskey, { body: { name, response: device.create(options) } })
}

async function signIn(device: Authenticator, client = new Client(app)) {
  const options = await client.call(startPasskeyLogin, {})
  return client.call(loginWithPasskey, { body: { response: device.get(options) } })
}

test('A passkey is created with the password, listed, reported by mail, and signs in', async () => {
  const user = await makeUser(app)
  const device = new Authenticator(ORIGIN)
  const options = await user.client.call(startPasskey, { body })
  expect(options).toMatchObject({
    rp: { id: 'plumbline.example.com' },
    user: { name: user.email },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const passkey = await register(user, device)
  expect(await user.client.call(listPasskeys, {})).toEqual([{ ...passkey, name: 'Laptop', used_at: null }])
  expect(await waitForMail(app, user.email)).toContain('Laptop')
  const client = new Client(app)
  expect((await signIn(device, client)).id).toBe(user.id)
  expect((await client.call(getMe, {})).id).toBe(user.id)
  const [used] = await user.client.call(listPasskeys, {})
  expect(used?.used_at).not.toBeNull()
  expect((await user.client.call(startPasskey, { body })).excludeCredentials).toHaveLength(1)
})

test('A passkey sign-in needs no second factor', async () => {
  const user = await makeUser(app)
  const { secret } = await user.client.call(startTotp, { body })
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await user.client.call(confirmTotp, { body: { code } })
  const device = new Authenticator(ORIGIN)
  await register(user, device)
  expect((await signIn(device)).has_totp).toBe(true)
})

test('A registration challenge is bound to session and origin and works once', async () => {
  const [user, other] = [await makeUser(app), await makeUser(app)]
  const add = (client: Client, response: { id: string }) =>
    refusal(client.call(addPasskey, { body: { name: 'Laptop', response } }))
  expect(said(await refusal(user.client.call(startPasskey, { body: { password: 'wrong' } })))).toEqual([
    400,
    'bad_password',
  ])
  const device = new Authenticator(ORIGIN)
  expect(
    said(await add(other.client, device.create(await user.client.call(startPasskey, { body })))),
  ).toEqual([400, 'bad_key'])
  const wrong = [
    new Authenticator('https://plumbline.example.org'),
    Object.assign(new Authenticator(ORIGIN), { verifies: false }),
  ]
  for (const device of wrong) {
    const options = await user.client.call(startPasskey, { body })
    expect(said(await add(user.client, device.create(options)))).toEqual([400, 'bad_key'])
    expect(said(await add(user.client, new Authenticator(ORIGIN).create(options)))).toEqual([400, 'bad_key'])
  }
  await user.client.call(startPasskey, { body })
  for (const response of [{ id: 'x' }, { id: 'x', rawId: 'x', type: 'public-key', response: {} }])
    expect(said(await add(user.client, response))).toEqual([400, 'bad_key'])
  expect(await user.client.call(listPasskeys, {})).toEqual([])
})

test('A passkey cannot be added to a second account', async () => {
  const [user, other] = [await makeUser(app), await makeUser(app)]
  const device = new Authenticator(ORIGIN)
  await register(user, device)
  expect(said(await refusal(register(other, device)))).toEqual([409, 'conflict'])
})

test('An unknown, foreign or forged passkey response gets "bad credentials"', async () => {
  const user = await makeUser(app)
  const device = new Authenticator(ORIGIN)
  await register(user, device)
  expect(said(await refusal(signIn(new Authenticator(ORIGIN))))).toEqual([401, 'bad_credentials'])

  const forger = new Authenticator(ORIGIN)
  Object.assign(forger, { id: device.id })
  expect(said(await refusal(signIn(forger)))).toEqual([401, 'bad_credentials'])

  const client = new Client(app)
  const options = await client.call(startPasskeyLogin, {})
  const elsewhere = new Client(app)
  const answer = device.get(options)
  expect(said(await refusal(elsewhere.call(loginWithPasskey, { body: { response: answer } })))).toEqual([
    401,
    'bad_credentials',
  ])
  await client.call(loginWithPasskey, { body: { response: answer } })
})

test('A signature counter that does not increase is refused', async () => {
  const user = await makeUser(app)
  const device = new Authenticator(ORIGIN)
  await register(user, device)
  await signIn(device)
  await signIn(device)
  device.counter = 1
  expect(said(await refusal(signIn(device)))).toEqual([401, 'bad_credentials'])
})

test('Of concurrent responses with the same counter exactly one signs in', async () => {
  const user = await makeUser(app)
  const device = new Authenticator(ORIGIN)
  await register(user, device)
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const client = new Client(app)
      const options = await client.call(startPasskeyLogin, {})
      device.counter = 0
      return { client, response: device.get(options) }
    }),
  )
  const tries = await Promise.allSettled(
    answers.map(({ client, response }) => client.call(loginWithPasskey, { body: { response } })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('Of fifty concurrent responses to one challenge exactly one signs in', async () => {
  const user = await makeUser(app)
  const device = new Authenticator(ORIGIN)
  await register(user, device)
  const client = new Client(app)
  const options = await client.call(startPasskeyLogin, {})
  const cookies = [...client.cookies]
  const tries = await Promise.allSettled(
    Array.from({ length: 50 }, async () => {
      await app.server.db.deleteFrom('rate_limits').execute()
      const tab = new Client(app)
      for (const [name, value] of cookies) tab.cookies.set(name, value)
      return tab.call(loginWithPasskey, { body: { response: device.get(options) } })
    }),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('A challenge expires after five minutes', async () => {
  const user = await makeUser(app)
  const device = new Authenticator(ORIGIN)
  await register(user, device)
  const client = new Client(app)
  const options = await client.call(startPasskeyLogin, {})
  const { expires_at } = await app.server.db
    .selectFrom('passkey_challenges')
    .select('expires_at')
    .where('challenge', '=', options.challenge)
    .executeTakeFirstOrThrow()
  expect(Math.round((Date.parse(expires_at) - Date.now()) / 60_000)).toBe(5)
  await app.server.db.updateTable('passkey_challenges').set({ expires_at: '2026-01-01T00:00:00Z' }).execute()
  const late = client.call(loginWithPasskey, { body: { response: device.get(options) } })
  expect(said(await refusal(late))).toEqual([401, 'bad_credentials'])
})

test('A removed passkey no longer signs in, and others cannot remove it', async () => {
  const [user, other] = [await makeUser(app), await makeUser(app)]
  const device = new Authenticator(ORIGIN)
  const { id } = await register(user, device)
  const remove = (client: Client) => client.call(removePasskey, { params: { passkeyId: id } })
  expect((await refusal(remove(other.client))).status).toBe(404)
  await remove(user.client)
  expect(said(await refusal(signIn(device)))).toEqual([401, 'bad_credentials'])
})
