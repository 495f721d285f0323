import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'

const LIMIT = 5

let app: TestApp
beforeAll(async () => {
  app = await startApp({ RATE_LIMIT_PER_MINUTE: String(LIMIT) })
})
afterAll(() => app.close())

/** The statuses of one request after the other to the same address. */
async function repeat(url: string, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) statuses.push((await app.fastify.inject({ url })).statusCode)
  return statuses
}

test('Pages and files of the web client are not counted against an address, calls of the API are', async () => {
  for (const url of ['/login', '/project/1/issues', '/assets/start.js', '/favicon.svg'])
    expect(await repeat(url, 2 * LIMIT)).not.toContain(429)
  expect(await repeat('/api/me', LIMIT + 1)).toEqual([...Array<number>(LIMIT).fill(401), 429])
  // another spelling of the same route
  expect(await repeat('/%61pi/me', 1)).toEqual([429])
  expect(await repeat('/login', 1)).not.toContain(429)
})
