import { login, startReset } from '@plumbline/contract/auth/auth'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { Client } from '../../test/client.ts'
import { makeUser, PASSWORD, waitForResetCode } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ RATE_LIMIT_SIGN_IN: '1' })
})
afterAll(() => app.close())

async function signInFrom(remoteAddress: string, email: string, password: string, cookie?: string) {
  const answer = await app.fastify.inject({
    method: 'POST',
    url: login.path,
    payload: { email, password },
    remoteAddress,
    headers: cookie ? { cookie } : {},
  })
  return answer.statusCode
}

test('Failed attempts from many addresses lock out new devices but not known ones', async () => {
  const user = await makeUser(app)
  const known = `plumbline_device=${user.client.cookies.get('plumbline_device')}`
  for (let from = 1; from <= 10; from++)
    expect(await signInFrom(`10.0.1.${from}`, user.email, 'not the password')).toBe(401)
  expect(await signInFrom('10.0.2.1', user.email, PASSWORD)).toBe(429)
  expect(await signInFrom('10.0.2.2', user.email, PASSWORD, known)).toBe(200)
  const other = await makeUser(app)
  const theirs = `plumbline_device=${other.client.cookies.get('plumbline_device')}`
  expect(await signInFrom('10.0.2.3', user.email, PASSWORD, theirs)).toBe(429)
})

test('Failed attempts per address are limited across accounts; successful ones do not count', async () => {
  const user = await makeUser(app)
  const from = '10.0.3.1'
  expect(await signInFrom(from, user.email, PASSWORD)).toBe(200)
  for (let n = 1; n <= 20; n++)
    expect([n, await signInFrom(from, `nobody-${n}@example.com`, PASSWORD)]).toEqual([n, 401])
  expect(await signInFrom(from, 'nobody-0@example.com', PASSWORD)).toBe(429)
  expect(await signInFrom('10.0.3.2', 'nobody-0@example.com', PASSWORD)).toBe(401)
})

test('A reset request responds alike for known and unknown addresses', async () => {
  const user = await makeUser(app)
  const rows = async (email: string) => {
    const before = await counts()
    const { status } = await new Client(app).send('POST', startReset.path, { email })
    const after = await counts()
    return [status, after.jobs - before.jobs]
  }
  const counts = async () => {
    const {
      rows: [row],
    } = await sql<{ jobs: number }>`
      select count(*)::int as jobs from pgboss.job where name = 'reset'`.execute(app.server.db)
    return { jobs: row?.jobs ?? 0 }
  }
  expect(await rows(user.email)).toEqual([202, 1])
  expect(await rows('nobody@example.com')).toEqual([202, 1])
  expect(await waitForResetCode(app, user.email)).not.toBe('')
  expect(
    await app.server.db
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', 'nobody@example.com')
      .execute(),
  ).toEqual([])
})
