import fsp from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { GENESIS_HASH } from '../../src/db/hash-chain.ts'
import { startApp, type TestApp } from '../app.ts'
import { makeProject, ServerProcess, type SignedIn, signInPeople } from '../server-process.ts'
import { getRepetitions, Load, type LoadTarget } from './load.ts'

/** Two servers behind a proxy are replaced in turn, while people write (docs/upgrade.md). */

const WRITERS = 6
let app: TestApp
let servers: ServerProcess[]
let folders: string[]
let proxy: http.Server
const checks = new AbortController()
let origin: string
let people: SignedIn[]
let place: LoadTarget
/** requests by the port of the server that answered them */
const answered = new Map<number, number>()

/** Asks servers for /readyz until `signal`, like the health checks of a balancer; returns the ports of those that are ready. */
function checkHealth(ports: number[], signal: AbortSignal): () => number[] {
  const ready = new Set<number>()
  const check = async (port: number) => {
    while (!signal.aborted) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(1000)])
      const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: limit }).then(
        (answer) => answer.ok,
        () => false,
      )
      if (isReady) ready.add(port)
      else ready.delete(port)
      await setTimeout(100)
    }
  }
  for (const port of ports) void check(port)
  return () => (ready.size > 0 ? [...ready] : ports)
}

/**
 * A balancer that behaves like HAProxy, Caddy and nginx: it keeps connections to the servers or opens new ones, takes another
 * server when one refuses a connection, and repeats a request only if a kept connection was closed before it was sent.
 */
function createBalancer(ports: () => number[]): http.Server {
  const agent = new http.Agent({ keepAlive: true })
  let turn = 0
  return http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const order = ports()
    const first = turn++
    const attempt = (tries: number) => {
      const port = order[(first + tries) % order.length] ?? 0
      const on = http.request({
        port,
        host: '127.0.0.1',
        path: request.url,
        method: request.method,
        headers: request.headers,
        agent: first % 3 === 0 ? agent : false,
      })
      on.on('response', (answer) => {
        answered.set(port, (answered.get(port) ?? 0) + 1)
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      on.on('error', (error: NodeJS.ErrnoException) => {
        const mayRepeat = error.code === 'ECONNREFUSED' || (error.code === 'ECONNRESET' && on.reusedSocket)
        if (mayRepeat && !response.headersSent && tries < 2 * order.length) attempt(tries + 1)
        else response.writeHead(502).end(`${error.code} ${error.message}`)
      })
      on.end(body)
    }
    attempt(0)
  })
}

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' })
  people = await signInPeople(app.server.db, WRITERS)
  place = await makeProject(app.server.db, people)
  await app.server.db
    .insertInto('issue_chains')
    .values({ project_id: place.id, seq: 0, hash: GENESIS_HASH })
    .execute()
  folders = await Promise.all([1, 2].map(() => fsp.mkdtemp(path.join(inject('testFolder'), 'rolling-'))))
  servers = folders.map((folder) => new ServerProcess(app.url, folder, { STOP_DELAY_SECONDS: '4' }))
  await Promise.all(servers.map((server) => server.start()))
  const ready = checkHealth(
    servers.map(({ port }) => port),
    checks.signal,
  )
  proxy = createBalancer(ready)
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}, 120_000)
afterAll(async () => {
  checks.abort()
  proxy.closeAllConnections()
  await new Promise((resolve) => void proxy.close(resolve))
  await Promise.all(servers.map((server) => server.end('SIGKILL')))
  await app.close()
  for (const folder of folders) await fsp.rm(folder, { recursive: true, force: true })
})

test(
  'Servers replaced in turn under load answer every request and lose no confirmed write',
  async () => {
    const load = new Load(people, { origin, place, once: true })
    await load.nextWrite(20_000)
    for (let turn = 0; turn < getRepetitions('ROLLING', 1); turn++)
      for (const server of servers) {
        await server.end('SIGTERM')
        // the other server continues alone
        await load.nextWrite(20_000)
        await server.start()
        answered.delete(server.port)
        await expect.poll(() => answered.get(server.port) ?? 0, { timeout: 20_000 }).toBeGreaterThan(20)
      }
    await load.end()
    expect(load.wrong).toEqual([])
    expect(load.putOff).toBe(0)
    expect(load.written).toBeGreaterThan(100)
    expect(await load.lost(app.server.db)).toBe(0)
  },
  60_000 + 120_000 * getRepetitions('ROLLING', 1),
)
