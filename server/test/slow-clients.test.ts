import { once } from 'node:events'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFastify } from '../src/http/fastify.ts'
import { listenOnPort, startApp, type TestApp } from './app.ts'
import { makeOwner } from './make.ts'

/** Slow clients, malformed requests and unknown paths. */

const SHORT = { window_ms: 300, body_bytes: 4000, upload_bytes: 1, check_ms: 20 }
let app: TestApp
let bare: FastifyInstance
let barePort: number
beforeAll(async () => {
  app = await startApp()
  await listenOnPort(app)
  bare = await createFastify(app.server.config, { slowest: SHORT })
  bare.post('/json', async () => ({ taken: true }))
  await bare.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post('/api/upload', async (request) => ({ bytes: (await text(request.raw)).length }))
    // blocks the event loop for longer than the time limit of clients
    scope.post('/busy', async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 4 * SHORT.window_ms))
      return { bytes: (await text(request.raw)).length }
    })
  })
  await bare.listen({ port: 0, host: '127.0.0.1' })
  barePort = (bare.server.address() as net.AddressInfo).port
})
afterAll(async () => {
  await bare.close()
  await app.close()
})

const portOf = ({ fastify }: TestApp) => (fastify.server.address() as net.AddressInfo).port

/** Writes `head`, then each of `parts` after a delay; returns everything received. */
async function talk(port: number, head: string, parts: string[] = [], pause_ms = 0): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  // a connection reset after the reply does not affect it
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  socket.write(head)
  for (const part of parts) {
    await new Promise((resolve) => setTimeout(resolve, pause_ms))
    if (!socket.writable) break
    socket.write(part)
  }
  await closed
  return Buffer.concat(chunks).toString()
}
const headOf = (path: string, more: string) => `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n\r\n`
const drops = (count: number) => Array.from({ length: count }, () => 'x')

test('A missing or incomplete body is answered 408 in the error format of the contract', async () => {
  const head = headOf('/json', 'content-type: application/json\r\ncontent-length: 9000')
  for (const parts of [[], drops(50)]) {
    const answer = await talk(barePort, head, parts, 20)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('"error":"timed_out"')
    expect(answer).toContain('connection: close')
  }
})

test('A slow upload is accepted as long as bytes keep arriving, a silent one is not', async () => {
  const upload = (length: number) =>
    headOf(
      '/api/upload',
      `content-type: application/offset+octet-stream\r\ncontent-length: ${length}\r\nconnection: close`,
    )
  expect(await talk(barePort, upload(30), drops(30), 20)).toContain('{"bytes":30}')
  expect(await talk(barePort, upload(30), drops(3), 20)).toMatch(/^HTTP\/1\.1 408 /)
})

test('A client is not timed out while the server itself is busy', async () => {
  const head = headOf('/busy', 'content-type: text/plain\r\ncontent-length: 3\r\nconnection: close')
  expect(await talk(barePort, head, ['abc'])).toContain('{"bytes":3}')
})

test('Endless headers are answered 408', async () => {
  expect(app.fastify.server.headersTimeout).toBe(15_000)
  app.fastify.server.headersTimeout = 200
  try {
    const answer = await talk(portOf(app), 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('"error":"timed_out"')
  } finally {
    app.fastify.server.headersTimeout = 15_000
  }
})

test('Bytes that are not HTTP are answered 400', async () => {
  const answer = await talk(portOf(app), 'NONSENSE\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('"error":"bad_request"')
})

test('A body refused early is drained, and the connection stays usable', async () => {
  const body = 'x'.repeat(5_000_000)
  const type = 'content-type: application/offset+octet-stream'
  const head = `PATCH /api/upload/variant_${crypto.randomUUID()} HTTP/1.1\r\nhost: localhost\r\n${type}\r\ncontent-length: ${body.length}\r\n\r\n`
  const next = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'
  const answer = await talk(portOf(app), head + body, [next])
  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  expect(answer).toContain('{"status":"ok"}')
})

const handshake = (path: string, more = '') =>
  talk(
    portOf(app),
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`,
  )

test.each(['/api/me', '/', '/healthz', '/ws/other', '/ws/updates/', '/nowhere', '/api/upload'])(
  'a WebSocket handshake on %s is answered 404',
  async (path) => {
    const answer = await handshake(path)
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  },
)

test('A WebSocket handshake from another origin is answered 403 on every path', async () => {
  for (const path of ['/ws/updates', '/api/me'])
    expect(await handshake(path, 'origin: https://evil.example\r\n')).toMatch(/^HTTP\/1\.1 403 /)
})

test('A project picture is never stored by shared caches', async () => {
  const { client, project } = await makeOwner(app)
  const { headers } = await client.send('GET', `/api/project/${project.id}/picture`)
  expect(headers['cache-control']).toMatch(/no-store|private/)
})
