import { confirmTotp, startTotp } from '@plumbline/contract/auth/account'
import { login } from '@plumbline/contract/auth/auth'
import { getMe } from '@plumbline/contract/users/get-me'
import { updateMe } from '@plumbline/contract/users/users'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { Client, RefusedCall } from '../../test/client.ts'
import { makeUser, PASSWORD, type User } from '../../test/make.ts'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'

const OLD = 'the key of the years before this one'
const NEW = 'the key of the years that come after'
let before: TestApp
let user: User
let totp: TOTP
let recoveryCodes: string[]

beforeAll(async () => {
  before = await startApp({ SECRET_KEY: OLD })
  user = await makeUser(before)
  const { secret } = await user.client.call(startTotp, { body: { password: PASSWORD } })
  totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = totp.generate({ timestamp: Date.now() - 30_000 })
  recoveryCodes = (await user.client.call(confirmTotp, { body: { code } })).recovery_codes
})
afterAll(() => before.close())

/** Another server on the same database, with the cookies of a browser that signed in before. */
async function withServer<T>(
  keys: Record<string, string>,
  work: (client: Client, other: Client) => Promise<T>,
) {
  const environment = { NODE_ENV: 'test', DATA_DIR: before.dataDir, LOG_LEVEL: 'silent', ...keys }
  const app = await createApp({ config: readConfig(environment, before.dataDir), databaseUrl: before.url })
  try {
    const place = { ...app, url: before.url, dataDir: before.dataDir }
    const client = new Client(place)
    for (const [name, value] of user.client.cookies) client.cookies.set(name, value)
    return await work(client, new Client(place))
  } finally {
    await app.close()
  }
}

const signIn = (client: Client, second_factor: string) =>
  client.call(login, { body: { email: user.email, password: PASSWORD, second_factor } })

test('With the old key in addition to the new one, sessions, second factors and recovery codes keep working', () =>
  withServer({ SECRET_KEY: NEW, SECRET_KEY_OLD: OLD }, async (client, other) => {
    expect((await client.call(getMe, {})).email).toBe(user.email)
    // the anti-forgery pair is one of the old key as well
    const cookies = new Map(user.client.cookies)
    for (const [name, value] of cookies) client.cookies.set(name, value)
    await client.call(updateMe, { body: { first_name: 'Rotated' } })
    await signIn(other, totp.generate())
    expect((await other.call(getMe, {})).first_name).toBe('Rotated')
    await signIn(other, recoveryCodes[0] ?? '')
  }))

test('Without the old key everybody signs in again, and second factors of before do not open', () =>
  withServer({ SECRET_KEY: NEW }, async (client, other) => {
    await expect(client.call(getMe, {})).rejects.toThrow('401 unauthenticated')
    const refused = await signIn(other, recoveryCodes[1] ?? '').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(RefusedCall)
  }))

test('Signatures of the new key are valid without the old key', async () => {
  const cookies = await withServer({ SECRET_KEY: NEW, SECRET_KEY_OLD: OLD }, async (_client, other) => {
    await signIn(other, recoveryCodes[2] ?? '')
    return other.cookies
  })
  await withServer({ SECRET_KEY: NEW }, async (client) => {
    for (const [name, value] of cookies) client.cookies.set(name, value)
    expect((await client.call(getMe, {})).email).toBe(user.email)
  })
})
