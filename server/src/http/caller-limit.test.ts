import { createToken } from '@plumbline/contract/auth/tokens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import type { Client } from '../../test/client.ts'
import { makeUser, PASSWORD } from '../../test/make.ts'

const LIMIT = 60
const OFFICE = '192.0.2.7'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ RATE_LIMIT_PER_MINUTE: String(LIMIT), RATE_LIMIT_MAIL: '20' })
})
afterAll(() => app.close())

async function readMe(headers: Record<string, string>, remoteAddress = OFFICE): Promise<number> {
  const { statusCode } = await app.fastify.inject({ url: '/api/me', headers, remoteAddress })
  return statusCode
}
async function repeat(times: number, headers: () => Record<string, string>, remoteAddress = OFFICE) {
  const statuses = new Set<number>()
  for (let n = 0; n < times; n++) statuses.add(await readMe(headers(), remoteAddress))
  return [...statuses]
}
const cookieOf = ({ cookies }: Client) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
})

test('People behind one address do not use up each other’s requests, nor strangers theirs', async () => {
  const [busy, calm] = [await makeUser(app), await makeUser(app)]
  expect(await repeat(LIMIT, () => cookieOf(busy.client))).toEqual([200])
  expect(await readMe(cookieOf(busy.client))).toBe(429)
  // from elsewhere it is the same session
  expect(await readMe(cookieOf(busy.client), '192.0.2.8')).toBe(429)
  expect(await readMe(cookieOf(calm.client))).toBe(200)

  expect(await repeat(LIMIT, () => ({}))).toEqual([401])
  expect(await readMe({})).toBe(429)
  expect(await readMe(cookieOf(calm.client))).toBe(200)
})

test('Forged sessions and unknown tokens count against their address', async () => {
  const from = '192.0.2.9'
  let n = 0
  const { client } = await makeUser(app)
  const signed = client.cookies.get('plumbline_session') ?? ''
  const forge = () => ({ cookie: `plumbline_session=${signed.slice(0, -6)}${String(100_000 + n++)}` })
  const guess = () => ({ authorization: `Bearer plb_${String(n++).padStart(43, 'x')}` })
  expect(await repeat(LIMIT / 2, forge, from)).toEqual([401])
  expect(await repeat(LIMIT / 2, guess, from)).toEqual([401])
  expect(await readMe(forge(), from)).toBe(429)
  expect(await readMe(guess(), from)).toBe(429)
})

test('A token that has been authenticated does not count against its address', async () => {
  const from = '192.0.2.10'
  const { client } = await makeUser(app)
  const body = { name: 'Report', scope: 'READ' as const, project_id: null, expires_in_days: null }
  const { token } = await client.call(createToken, { body: { ...body, password: PASSWORD } })
  const headers = { authorization: `Bearer ${token}` }
  expect(await readMe(headers, from)).toBe(200)
  expect(await repeat(LIMIT + 1, () => ({}), from)).toContain(429)
  expect(await readMe(headers, from)).toBe(200)
})

test('The addresses of one IPv6 network share the limit for requesting mails', async () => {
  const ask = async (remoteAddress: string) => {
    const sent = { method: 'POST', url: '/api/reset', remoteAddress } as const
    return (await app.fastify.inject({ ...sent, payload: { email: `${remoteAddress.length}@example.com` } }))
      .statusCode
  }
  const statuses = []
  for (let n = 1; n <= 21; n++) statuses.push(await ask(`2001:db8:5::${n}`))
  expect(statuses.at(-1)).toBe(429)
  expect(await ask('2001:db8:6::1')).not.toBe(429)
})
