import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateBuilding } from '@plumbline/bim/generate/building'
import { createIssue } from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { Remote } from './remote.ts'
import { callAs, makeProject, ServerProcess, type SignedIn, signInPeople } from './server-process.ts'

/** A web server and a worker that send their spans to a collector in this process. */

interface SentSpan {
  role: string
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Record<string, unknown>
  failed: boolean
}

const spans: SentSpan[] = []
const tokens = new Set<string | undefined>()
let collector: http.Server
let app: TestApp
let person: SignedIn
let projectId: string
let web: ServerProcess
let worker: ServerProcess

type Value = { stringValue?: string; intValue?: number | string }
type Attribute = { key: string; value: Value }
const read = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

function receive(text: string) {
  type Span = Omit<SentSpan, 'role' | 'attributes'> & { attributes: Attribute[]; status: { code?: number } }
  const { resourceSpans } = JSON.parse(text) as {
    resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
  }
  for (const { resource, scopeSpans } of resourceSpans)
    for (const span of scopeSpans.flatMap((scope) => scope.spans))
      spans.push({
        ...span,
        role: String(read(resource.attributes)['plumbline.role']),
        attributes: read(span.attributes),
        failed: span.status.code === 2,
      })
}

const traceparentOf = (digit: string) => `00-${digit.repeat(32)}-${'b'.repeat(16)}-01`
const ofTrace = (digit: string) => spans.filter(({ traceId }) => traceId === digit.repeat(32))

/** Spans wait for the next batch. */
const waitFor = (find: () => unknown) => expect.poll(find, { timeout: 60_000 }).toBeTruthy()

beforeAll(async () => {
  collector = http.createServer((request, response) => {
    tokens.add(request.headers.authorization)
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (piece: string) => {
      text += piece
    })
    request.on('end', () => {
      if (request.url === '/v1/traces') receive(text)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  app = await startApp({ ROLE: 'web' })
  ;[person] = (await signInPeople(app.server.db, 1)) as [SignedIn]
  projectId = (await makeProject(app.server.db, [person])).id
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20for%20the%20collector',
  }
  web = new ServerProcess(app.url, app.dataDir, { ...environment, ROLE: 'web' })
  worker = new ServerProcess(app.url, app.dataDir, { ...environment, ROLE: 'worker' })
  await web.start()
})
afterAll(async () => {
  await Promise.all([web.end('SIGTERM'), worker.end('SIGTERM')])
  await app.close()
  collector.close()
})

test('A request continues the trace of its caller, with its statements below it and none of its contents', async () => {
  const answer = await fetch(`${web.origin}/api/project/${projectId}/issue`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
      traceparent: traceparentOf('1'),
    },
    body: JSON.stringify({ name: 'Water behind the secret panel' }),
  })
  expect(answer.status).toBe(201)
  await waitFor(() => ofTrace('1').some(({ name }) => name.startsWith('POST')))
  const [request, ...others] = ofTrace('1').filter(({ parentSpanId }) => parentSpanId === 'b'.repeat(16))
  expect(others).toEqual([])
  expect(request).toMatchObject({
    name: 'POST /api/project/:id/issue',
    role: 'web',
    failed: false,
    attributes: {
      'http.route': '/api/project/:id/issue',
      'http.response.status_code': 201,
      'plumbline.request_id': answer.headers.get('x-request-id'),
    },
  })
  const statements = ofTrace('1').filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(statements.map(({ name }) => name)).toContain('INSERT')
  expect(JSON.stringify(ofTrace('1'))).not.toContain('secret panel')
  expect([...tokens]).toEqual(['Bearer for the collector'])
  // the web client names its traces once it has seen this
  expect(answer.headers.get('traceresponse')).toBe(`00-${'1'.repeat(32)}-${request?.spanId}-01`)
})

test('Callers do not decide whether their traces are kept', async () => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_SAMPLER_ARG: '0' }
  const server = new ServerProcess(app.url, app.dataDir, { ...environment, ROLE: 'web' })
  await server.start()
  try {
    const ask = async (traceparent: string) => {
      const answer = await fetch(`${server.origin}/api/settings/LOCALES`, { headers: { traceparent } })
      return answer.headers.get('traceresponse')
    }
    // an id below every threshold of a sampler by ids
    const wanted = `00-${'0'.repeat(31)}1-${'b'.repeat(16)}-01`
    expect(await ask(wanted)).toMatch(/^00-0{31}1-[0-9a-f]{16}-00$/)
    // no valid trace: a new one
    expect(await ask('00-zz-1-01')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  } finally {
    await server.end('SIGTERM')
  }
  const kept = await fetch(`${web.origin}/api/settings/LOCALES`, {
    headers: { traceparent: `00-${'6'.repeat(32)}-${'b'.repeat(16)}-00` },
  })
  expect(kept.headers.get('traceresponse')).toMatch(/^00-6{32}-[0-9a-f]{16}-01$/)
})

test('An uploaded model is one trace from the last piece over the worker to each stage of its process, whichever job found it', async () => {
  const remote = new Remote(web.origin, person.token)
  const size = { storeys: 1, bays_x: 2, bays_y: 2, seed: 5 }
  const bytes = Buffer.from([...generateBuilding({ ...size, discipline: 'structure', version: 1 })].join(''))
  const { headerId, upload } = await remote.announce(projectId, 'traced.ifc', bytes.length)
  await remote.write(upload, 0, bytes, { traceparent: traceparentOf('2') })
  // as after the loss of a job: the worker looks for waiting versions when it starts
  await sql`delete from pgboss.job where name = 'convert'`.execute(app.server.db)
  await worker.start()
  await waitFor(async () => (await remote.versions(projectId, headerId))[0]?.state === 'COMPLETED')
  for (const ended of ['conversion process', 'process version'])
    await waitFor(() => ofTrace('2').some(({ name }) => name === ended))
  const version = ofTrace('2').find(({ name }) => name === 'process version')
  expect(version).toMatchObject({ role: 'worker', failed: false, attributes: { 'plumbline.attempt': 1 } })
  const child = ofTrace('2').find(({ name }) => name === 'conversion process')
  expect(child?.parentSpanId).toBe(version?.spanId)
  const stages = ofTrace('2').filter(({ parentSpanId }) => parentSpanId === child?.spanId)
  expect(stages.map(({ name }) => name)).toEqual(expect.arrayContaining(['GEOMETRY', 'TILES', 'THUMBNAIL']))
  expect(new Set(ofTrace('2').map(({ role }) => role))).toEqual(new Set(['web', 'worker']))
})

test('A collector that is away costs nobody a request, and the server ends', async () => {
  const lonely = new ServerProcess(app.url, app.dataDir, {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    ROLE: 'web',
  })
  await lonely.start()
  const body = { name: 'Nobody listens' }
  expect(await callAs(lonely.origin, person, createIssue, { params: { id: projectId }, body })).not.toBeNull()
  await lonely.end('SIGTERM')
})
