import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { EventLoopWatch } from '../loop/event-loop-watch.ts'

const TOKEN = 'a token that reads numbers'
let [app, open]: TestApp[] = []
beforeAll(async () => {
  app = await startApp({ METRICS_TOKEN: TOKEN })
  open = await startApp()
})
afterAll(async () => {
  await app?.close()
  await open?.close()
})

const read = (from: TestApp | undefined, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  (from as TestApp).fastify.inject({ url: '/metrics', headers, remoteAddress })

test('Metrics need the token, or a local request if none is configured', async () => {
  const given = await read(app, { authorization: `Bearer ${TOKEN}` }, '203.0.113.7')
  expect([given.statusCode, given.headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  for (const name of [
    'event_loop_delay_seconds{quantile="0.99"}',
    'event_loop_longest_seconds',
    'resident_bytes',
    'external_bytes',
  ])
    expect(given.body).toContain(`\nplumbline_${name} `)
  expect((await read(open, {})).statusCode).toBe(200)
  for (const refused of [
    await read(app, {}),
    await read(app, { authorization: `Bearer ${TOKEN}.` }),
    await read(open, {}, '203.0.113.7'),
    await read(open, { 'x-forwarded-for': '127.0.0.1' }),
  ])
    expect([refused.statusCode, refused.json().error]).toEqual([404, 'not_found'])
})

test('Metrics count requests by route and status, connections, the outbox, mails and the conversion queue', async () => {
  const from = open as TestApp
  await from.fastify.inject({ url: '/api/me' })
  await from.fastify.inject({ url: `/api/project/${crypto.randomUUID()}` })
  const { body } = await read(open, {})
  for (const line of [
    /^plumbline_http_requests_total\{method="GET",route="\/api\/me",status="401"\} 1$/m,
    /^plumbline_http_requests_total\{method="GET",route="\/api\/project\/:id",status="401"\} 1$/m,
    /^plumbline_http_request_duration_seconds_bucket\{method="GET",route="\/api\/me",le="\+Inf"\} 1$/m,
    /^plumbline_http_request_duration_seconds_count\{method="GET",route="\/api\/me"\} 1$/m,
    /^plumbline_database_connections\{state="idle"\} \d+$/m,
    /^plumbline_sockets 0$/m,
    /^plumbline_outbox_lag_seconds \d/m,
    /^plumbline_mails\{state="queued"\} 0$/m,
    /^plumbline_queue_waiting 0$/m,
    /^plumbline_queue_oldest_seconds 0$/m,
    /^plumbline_stored_version_bytes 0$/m,
  ])
    expect(body).toMatch(line)
  // every line is a comment or a sample with a number
  for (const line of body.trim().split('\n'))
    expect(line).toMatch(/^(# TYPE \w+ (gauge|counter|histogram)|\w+(\{[^{}]*\})? -?[\d.e+-]+)$/)
})

test('A blocked event loop is reported with the requests in progress', async () => {
  const told: [number, string[]][] = []
  const watch = new EventLoopWatch((ms, requests) => told.push([ms, requests]))
  const work = (ms: number) => {
    // as the watch counts it: reading the clock is work as well
    const used = () => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1000
    }
    const end = used() + ms
    while (used() < end);
  }
  watch.begin('GET /short')
  work(20)
  watch.end('GET /short')
  expect(told).toEqual([])
  watch.begin('GET /long')
  work(150)
  watch.end('GET /long')
  // nothing is answered
  work(150)
  watch.begin('GET /short')
  watch.end('GET /short')
  expect(told.map(([, requests]) => requests)).toEqual([['GET /long']])
  expect(watch.numbers().longest).toBeGreaterThan(0.1)
  watch.close()
})
