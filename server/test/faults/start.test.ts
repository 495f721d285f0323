import { spawn } from 'node:child_process'
import fsp from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startApp, type TestApp } from '../app.ts'
import { ServerProcess } from '../server-process.ts'
import { atSize } from '../size.ts'

/** Faulty environments at the start, and the messages about them. */

const main = path.join(import.meta.dirname, '../../src/main.ts')
let app: TestApp
let folder: string
let busy: Server
let port: number
beforeAll(async () => {
  app = await startApp()
  folder = await fsp.mkdtemp(path.join(inject('testFolder'), 'start-'))
  await fsp.writeFile(path.join(folder, 'file'), '')
  busy = createServer((_request, response) => void response.writeHead(404).end())
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
  const address = busy.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(async () => {
  await new Promise((resolve) => busy.close(resolve))
  await app.close()
  await fsp.rm(folder, { recursive: true, force: true })
})

/** Starts a server that fails to start; returns its exit code and output. */
async function fail(environment: Record<string, string>): Promise<[code: number | null, said: string]> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'test', DEMO: 'false', LOG_LEVEL: 'error', PORT: '0', DATA_DIR: folder },
      ...{ DATABASE_URL: app.url, ...environment },
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => {
    said += text
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return [code, said.trim()]
}

const nowhere = 'postgresql://ada:secret-word@127.0.0.1:1/house'

/** Settings that a server cannot start with, and its message; a short run tries the first ones. */
const broken = [
  [
    'a wrong DATABASE_URL',
    () => ({ DATABASE_URL: nowhere }),
    /^DATABASE_URL: .*127\.0\.0\.1:1\/house.*nothing listens there\. Start PostgreSQL/,
  ],
  [
    'a wrong DATABASE_DIRECT_URL',
    () => ({ DATABASE_DIRECT_URL: nowhere }),
    /^DATABASE_DIRECT_URL: .*nothing listens there/,
  ],
  [
    'a value that is no address',
    () => ({ BUS_URL: 'here' }),
    /^The configuration is not valid:\n {2}BUS_URL: /,
  ],
  [
    'a store that is away',
    () => ({ BLOB_URL: 's3+http://key:secret-word@127.0.0.1:1/files' }),
    /^BLOB_URL: .*nothing listens there\. Start the store/,
  ],
  [
    'a bucket that is not there',
    () => ({ BLOB_URL: `s3+http://key:secret-word@127.0.0.1:${port}/files` }),
    /^BLOB_URL: .*there is no such bucket\. Create it/,
  ],
  [
    'a mail server that has no address',
    () => ({ SMTP_URL: 'smtp://mail.invalid' }),
    /^SMTP_URL: .*there is no host of this name\. Correct/,
  ],
  [
    'a folder that is a file',
    () => ({ DATA_DIR: path.join(folder, 'file/below') }),
    /^DATA_DIR: .*cannot be written.*set DATA_DIR to another folder/,
  ],
  [
    'a port that is in use',
    () => ({ PORT: String(port) }),
    /^PORT: \d+ is in use on 127\.0\.0\.1\. Stop what listens there/,
  ],
  [
    'an address of another machine',
    () => ({ HOST: '192.0.2.1' }),
    /^HOST: 192\.0\.2\.1 is no address of this machine/,
  ],
] as const

test.concurrent.for(broken.slice(0, atSize(broken.length, 2)))(
  '%s is named with the remedy, and the server ends with 1',
  async ([, environment, expected]) => {
    const [code, said] = await fail(environment())
    expect(said).toMatch(expected)
    expect(said.split('\n').length).toBeLessThan(3)
    expect(said).not.toContain('secret-word')
    expect(code).toBe(1)
  },
)

test('A server starts with a warning while NATS and the mail server are unreachable', async () => {
  const server = new ServerProcess(app.url, folder, {
    BUS_URL: 'nats://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  await server.start()
  try {
    const ready = await fetch(`${server.origin}/readyz`)
    expect(ready.status).toBe(200)
    expect(await ready.json()).toMatchObject({ status: 'ready', away: [], bus: false })
  } finally {
    await server.end('SIGTERM')
  }
})
