import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { generateBuilding } from '@plumbline/bim/generate/building'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { listProjects } from '@plumbline/contract/projects/projects'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startApp } from './app.ts'
import { findFreePort } from './ports.ts'
import { Remote } from './remote.ts'
import { makeProject, ServerProcess, type SignedIn, signInPeople } from './server-process.ts'
import { longTest } from './size.ts'

/** The server's life cycle: start, readiness, refusal of a second server, stop, restart after a crash. */

const main = path.join(import.meta.dirname, '../src/main.ts')
const root = path.join(import.meta.dirname, '../..')
let folder: string
const started: ChildProcess[] = []

beforeAll(async () => {
  folder = await fsp.mkdtemp(path.join(inject('testFolder'), 'life-'))
  await fsp.chmod(folder, 0o755)
})
afterAll(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGTERM')
  await Promise.all(started.map((child) => ended(child)))
  await fsp.rm(folder, { recursive: true, force: true })
})

const port = await findFreePort()
const origin = `http://127.0.0.1:${port}`

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)))
}

function run(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      ...environment,
    },
  })
  started.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      said += text
    })
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => said.includes('is ready') && resolve())
    child.once('exit', () => reject(new Error(`ended: ${said}`)))
  })
  ready.catch(() => {})
  return { child, ready, said: () => said }
}

test('The server starts, reports its health and stops cleanly', async () => {
  const first = run()
  await first.ready
  expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: 'ok' })
  expect(await (await fetch(`${origin}/readyz`)).json()).toMatchObject({ status: 'ready', database: true })
  expect(first.said()).not.toContain('Demo login')

  first.child.kill('SIGTERM')
  expect(await ended(first.child)).toBe(0)
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
})

longTest('A killed server starts again on the same data', async () => {
  const first = run()
  await first.ready
  const signup = await fetch(`${origin}/api/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'kept@example.com' }),
  })
  expect(signup.status).toBe(202)
  first.child.kill('SIGKILL')
  await ended(first.child)
  const again = run()
  await again.ready
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  again.child.kill('SIGTERM')
  expect(await ended(again.child)).toBe(0)
})

longTest(
  'Kills during conversions: each model ends in a final state with one notification',
  async () => {
    const data = await fsp.mkdtemp(path.join(inject('testFolder'), 'kills-'))
    await fsp.chmod(data, 0o755)
    const start = () =>
      run({ NODE_ENV: 'development', DATA_DIR: data, PORT: String(port + 2), CONVERT_PARALLEL: '1' })
    const remote = new Remote(`http://127.0.0.1:${port + 2}`)
    const sent: { headerId: string; variantId: string }[] = []
    let server = start()
    await server.ready
    await remote.signInToDemo()
    const project = (await remote.call(listProjects, {})).find(({ is_demo }) => is_demo)
    const id = project?.id ?? ''
    const most = 10
    for (let kills = 0; kills < most; kills++) {
      const size = { storeys: 2, bays_x: 3, bays_y: 3, seed: kills + 1 }
      const bytes = Buffer.from(
        [...generateBuilding({ ...size, discipline: 'architecture', version: 1 })].join(''),
      )
      sent.push(await remote.send(id, `kill${kills}.ifc`, bytes.length, bytes))
      // later each time: in the queue, at every stage, when it is completed
      await new Promise((resolve) => setTimeout(resolve, (kills * 1200) / most))
      server.child.kill('SIGKILL')
      await ended(server.child)
      server = start()
      await server.ready
    }
    for (const { headerId } of sent)
      await expect
        .poll(async () => (await remote.versions(id, headerId))[0]?.state, { timeout: 240_000 })
        .toMatch(/^(COMPLETED|FAILED)$/)
    const notes = await remote.call(listNotifications, { query: {} })
    for (const { headerId } of sent) {
      const [variant] = await remote.versions(id, headerId)
      if (variant?.state === 'FAILED') expect(variant.error?.code).toBe('WORKER_LOST')
      else expect(variant).toMatchObject({ progress: 100, is_current: true })
      const said = notes.filter(({ payload }) => payload.bim_file_header_name === variant?.file_name)
      expect([variant?.file_name, said.length]).toEqual([variant?.file_name, 1])
    }
    // a conversion that outlives its server for a moment writes on; every minute such folders are swept
    await expect.poll(() => fsp.readdir(path.join(data, 'work')), { timeout: 240_000 }).toEqual([])
    server.child.kill('SIGTERM')
    expect(await ended(server.child)).toBe(0)
    await fsp.rm(data, { recursive: true, force: true })
  },
  900_000,
)

test('An upload resumes after the server was killed in the middle', async () => {
  const app = await startApp({ ROLE: 'web' })
  const server = new ServerProcess(app.url, app.dataDir)
  const [person] = (await signInPeople(app.server.db, 1)) as [SignedIn]
  const { id } = await makeProject(app.server.db, [person])
  const size = { storeys: 1, bays_x: 3, bays_y: 3, seed: 5 }
  const bytes = Buffer.from([...generateBuilding({ ...size, discipline: 'structure', version: 1 })].join(''))
  const half = bytes.subarray(0, bytes.length >> 1)
  await server.start()
  const remote = new Remote(server.origin, person.token)
  const { headerId, upload } = await remote.announce(id, 'cut.ifc', bytes.length)
  // sends one half and then stalls, like a client with a hanging network
  const stuck = new ReadableStream({ start: (stream) => stream.enqueue(half) })
  const sending = remote.write(upload, 0, stuck).catch(() => 'cut')
  // a HEAD request would end the running PATCH
  const stored = path.join(app.dataDir, 'uploads', path.basename(upload))
  await expect
    .poll(async () => (await fsp.stat(stored).catch(() => ({ size: 0 }))).size, { timeout: 20_000 })
    .toBeGreaterThan(0)
  await server.end('SIGKILL')
  expect(await sending).toBe('cut')
  await server.start()
  const kept = await remote.written(upload)
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThanOrEqual(half.length)
  await remote.write(upload, kept, bytes.subarray(kept))
  await expect
    .poll(async () => (await remote.versions(id, headerId))[0]?.state, { timeout: 60_000 })
    .toBe('COMPLETED')
  const [variant] = await remote.versions(id, headerId)
  expect(variant?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  await server.end('SIGTERM')
  await app.close()
}, 120_000)

test('An invalid configuration is named and the server does not start', async () => {
  const wrong = run({ PORT: 'eighty', PUBLIC_URL: 'nowhere' })
  expect(await ended(wrong.child)).toBe(1)
  expect(wrong.said()).toContain('PORT')
  expect(wrong.said()).toContain('PUBLIC_URL')
})
