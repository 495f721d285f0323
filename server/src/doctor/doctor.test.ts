import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fsp from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { findClosedPort, getPort, getSentence, listen, listTexts, useDataFolder } from '../../test/doctor.ts'
import { makeOwner, makeUser } from '../../test/make.ts'
import { startS3 } from '../../test/s3.ts'
import { seal } from '../seal.ts'
import { checkAddress, checkPublicUrl } from './check-address.ts'
import { checkDataFolder, checkMemory, checkNode } from './check-machine.ts'
import { checkBus, checkMails, checkStorage } from './check-services.ts'
import { checkSecretKey, checkWork } from './check-work.ts'
import type { Finding } from './finding.ts'
import { runDoctor } from './run-doctor.ts'

/** Each test breaks one part of the surroundings and reads the finding of doctor. */

const { configure, getFolder } = useDataFolder()

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())
const appUrl = () => `http://127.0.0.1:${getPort(app.fastify.server)}`

test('A writable data folder with room is not broken', async () => {
  expect((await checkDataFolder(configure())).filter(({ level }) => level === 'broken')).toEqual([])
})

test('A data folder that cannot be written is named', async () => {
  await fsp.writeFile(path.join(getFolder(), 'file'), '')
  const config = configure({ DATA_DIR: path.join(getFolder(), 'file', 'data') })
  expect(await getSentence(checkDataFolder(config))).toMatch(/^DATA_DIR: .* cannot be written/)
})

test('A disk without space or without inodes is named', async () => {
  const real = await fsp.statfs(getFolder())
  const stat = vi.spyOn(fsp, 'statfs')
  onTestFinished(() => stat.mockRestore())
  const pretend = (facts: object) =>
    stat.mockResolvedValue({ ...real, bsize: 4096, bavail: 1e9, files: 0, ...facts })
  pretend({ bavail: 100_000 })
  expect(await getSentence(checkDataFolder(configure()))).toContain('0.4 GB are left on the disk')
  pretend({ files: 1000, ffree: 50 })
  expect(await getSentence(checkDataFolder(configure()))).toContain('only 50 more files')
})

test('A key file that others can read is a warning', async () => {
  await fsp.writeFile(path.join(getFolder(), 'secret.key'), 'x'.repeat(64), { mode: 0o644 })
  await fsp.chmod(path.join(getFolder(), 'secret.key'), 0o644)
  expect(listTexts(await checkDataFolder(configure())).join()).toMatch(
    /other users .* can read .*secret\.key/,
  )
})

test('Too little memory for conversions is named with both figures', async () => {
  const config = configure({ CONVERT_MEMORY_MB: '3000', CONVERT_PARALLEL: '2' })
  expect(await getSentence(checkMemory(config, 4000))).toContain(
    'has 4000 MB of memory; the server and its conversions may use 7000 MB',
  )
  expect(checkMemory(config, 8000)).toEqual([])
  expect(await getSentence(checkMemory(configure({ ROLE: 'web' }), 500))).toContain('a server needs 1000 MB')
})

test('A low limit of open files is named', async () => {
  const module = path.join(import.meta.dirname, 'check-machine.ts')
  const script = `import(${JSON.stringify(module)}).then(async (m) => console.log(JSON.stringify(await m.checkOpenFiles())))`
  const run = async (limit: number) => {
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      `ulimit -n ${limit}; exec "$0" -e "$1"`,
      process.execPath,
      script,
    ])
    return JSON.parse(stdout) as Finding[]
  }
  expect(await getSentence(run(512))).toMatch(/may open 512/)
})

test('An old Node.js is named', async () => {
  expect(await getSentence(checkNode('22.4.0'))).toContain('Node.js: version 22.4.0 is too old')
  expect(checkNode()).toEqual([])
})

test('A bucket that refuses, is missing or is away is named; a good one is left empty', async () => {
  const s3 = await startS3()
  onTestFinished(s3.close)
  expect(await checkStorage(configure({ BLOB_URL: s3.url }))).toEqual([])
  expect(s3.keys()).toEqual([])
  const wrongKey = s3.url.replace('KEY:', 'OTHER:')
  expect(await getSentence(checkStorage(configure({ BLOB_URL: wrongKey })))).toContain('its key is refused')
  const away = `s3+http://KEY:SECRET@127.0.0.1:${await findClosedPort()}/bucket`
  expect(await getSentence(checkStorage(configure({ BLOB_URL: away })))).toContain('Start the store')
})

test('Several servers without a bucket or a shared key are named', async () => {
  const config = configure({ ROLE: 'worker' })
  expect(await getSentence(checkStorage(config))).toContain('Set BLOB_URL to a bucket')
  expect(await getSentence(checkSecretKey(config))).toContain('Set the same SECRET_KEY')
})

test('A bus that is away is named', async () => {
  const port = await findClosedPort()
  expect(await getSentence(checkBus(configure({ BUS_URL: `nats://127.0.0.1:${port}` })))).toMatch(
    /^BUS_URL: NATS at .* cannot be used/,
  )
})

test('A mail server that is away, refuses the password or is not set is named', async () => {
  const away = configure({ SMTP_URL: `smtp://127.0.0.1:${await findClosedPort()}` })
  expect(await getSentence(checkMails(away))).toContain('Mails wait until it can. Start it')
  const refusing = net.createServer((socket) => {
    socket.write('220 mail\r\n')
    socket.on('error', () => {})
    socket.on('data', (line) => {
      const text = line.toString()
      socket.write(/^EHLO/.test(text) ? '250-mail\r\n250 AUTH PLAIN\r\n' : '535 wrong password\r\n')
    })
  })
  const port = await listen(refusing)
  expect(await getSentence(checkMails(configure({ SMTP_URL: `smtp://a:b@127.0.0.1:${port}` })))).toContain(
    'Correct the address, user or password',
  )
  expect(await getSentence(checkMails(configure({ NODE_ENV: 'production' })))).toContain(
    'SMTP_URL: it is not set',
  )
})

test('An address that is unencrypted, local, below a path or behind an untrusted proxy is named', async () => {
  const production = (environment: Record<string, string>) =>
    checkPublicUrl(configure({ NODE_ENV: 'production', ...environment }))
  expect(await getSentence(production({ PUBLIC_URL: 'http://plans.example.com' }))).toContain(
    'is not encrypted',
  )
  expect(await getSentence(production({}))).toContain('links in mails lead to http://localhost')
  const https = 'https://plans.example.com'
  expect(await getSentence(production({ PUBLIC_URL: `${https}/app`, TRUST_PROXY: '1' }))).toContain(
    'has a path',
  )
  expect(await getSentence(production({ PUBLIC_URL: https }))).toContain(
    'Set TRUST_PROXY to the number of proxies',
  )
  expect(await getSentence(production({ PUBLIC_URL: https, TRUST_PROXY: 'true' }))).toContain(
    'anybody can evade limits',
  )
  expect(production({ PUBLIC_URL: https, TRUST_PROXY: '1' })).toEqual([])
})

const visit = (url: string) => checkAddress(configure({ PUBLIC_URL: url }))

test('A server that answers at its address gives no finding', async () => {
  expect(await visit(appUrl())).toEqual([])
})

test('An address with no server, another server or a redirect is reported', async () => {
  expect(await getSentence(visit(`http://127.0.0.1:${await findClosedPort()}`))).toContain(
    'nothing listens there',
  )
  const other = await listen(http.createServer((_, response) => response.writeHead(404).end('nginx')))
  expect(await getSentence(visit(`http://127.0.0.1:${other}`))).toContain(
    'something else than Plumbline answers',
  )
  const moved = await listen(
    http.createServer((_, response) =>
      response.writeHead(301, { location: 'https://plans.example.com/' }).end(),
    ),
  )
  expect(await getSentence(visit(`http://127.0.0.1:${moved}`))).toContain(
    'leads on to https://plans.example.com/',
  )
})

/** A proxy in front of the application, with its faults. */
function createProxy(faults: { sockets?: true; limit?: number; buffers?: true }) {
  const server = http.createServer((request, response) => {
    if (Number(request.headers['content-length'] ?? 0) > (faults.limit ?? Number.POSITIVE_INFINITY)) {
      response.writeHead(413).end()
      return
    }
    const pass = () => {
      const on = http.request(appUrl() + request.url, {
        method: request.method ?? 'GET',
        headers: request.headers,
      })
      on.on('error', () => response.destroy())
      on.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      })
      if (faults.buffers) on.end()
      else request.pipe(on)
    }
    if (!faults.buffers) pass()
    else {
      request.resume()
      request.on('end', pass)
    }
  })
  if (!faults.sockets)
    server.on('upgrade', (request, socket) => {
      const on = http.request(appUrl() + request.url, { headers: request.headers })
      on.on('upgrade', (_answer, target) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
        socket.on('error', () => target.destroy())
        target.on('error', () => socket.destroy())
        socket.pipe(target).pipe(socket)
      })
      on.end()
    })
  return server
}

test('A proxy that cuts WebSockets, limits bodies or buffers uploads is named', async () => {
  const through = async (faults: Parameters<typeof createProxy>[0]) =>
    visit(`http://127.0.0.1:${await listen(createProxy(faults))}`)
  // two of the findings need waiting
  const [sound, sockets, limit, buffers] = await Promise.all([
    through({}),
    through({ sockets: true }),
    through({ limit: 1_000_000 }),
    through({ buffers: true }),
  ])
  expect(sound).toEqual([])
  expect(await getSentence(sockets)).toContain('WebSockets do not get through')
  expect(await getSentence(limit)).toContain('it refuses uploads of 64 MB')
  expect(await getSentence(buffers)).toContain('Switch off request buffering')
})

test('A key that did not encrypt the database is named', async () => {
  const { id } = await makeUser(app)
  const { db, secret } = app.server
  const sealed = seal({ secret }, { purpose: 'totp', owner: id }, Buffer.from('12345678901234567890'))
  await db
    .insertInto('user_totp')
    .values({ user_id: id, secret: sealed, last_step: 0, is_confirmed: true })
    .execute()
  const look = (environment: Record<string, string>) =>
    checkWork(configure({ DATA_DIR: app.dataDir, ...environment }), db, new Date())
  expect(await look({})).toEqual([])
  expect(await getSentence(look({ SECRET_KEY: 'another key with more than thirty-two letters' }))).toContain(
    'is not the key that encrypted this database',
  )
  await db.deleteFrom('user_totp').execute()
})

test('Mails that wait and models that no server converts are counted', async () => {
  const { db } = app.server
  await db
    .insertInto('mails')
    .values({
      id: randomUUID(),
      recipient: 'a@example.com',
      subject: '',
      html: '',
      text: '',
      state: 'QUEUED',
    })
    .execute()
  const look = (minutes: number) => checkWork(configure(), db, new Date(Date.now() + minutes * 60_000))
  expect(await look(5)).toEqual([])
  expect(await getSentence(look(20))).toContain('1 waits for more than 15 minutes')
  await db.deleteFrom('mails').execute()
  const { project } = await makeOwner(app)
  await db.deleteFrom('mails').execute()
  // in a transaction, which the running server cannot see
  const work = db.transaction().execute(async (tx) => {
    const header = {
      id: randomUUID(),
      project_id: project.id,
      name: 'Tower',
      type_of: 'MODEL',
      trade: 'GENERAL',
    } as const
    await tx.insertInto('bim_file_headers').values(header).execute()
    const queued = {
      id: randomUUID(),
      header_id: header.id,
      project_id: project.id,
      state: 'QUEUED',
    } as const
    await tx
      .insertInto('bim_file_variants')
      .values({ ...queued, version: 1, file_name: 'tower.ifc', size_bytes: 1 })
      .execute()
    const later = new Date(Date.now() + 20 * 60_000)
    expect(await getSentence(checkWork(configure(), tx, later))).toContain(
      '1 model waits for more than 15 minutes',
    )
    await tx.updateTable('bim_file_variants').set({ state: 'PROCESSING' }).execute()
    expect(await checkWork(configure(), tx, later)).toEqual([])
    await tx.updateTable('bim_file_variants').set({ state: 'QUEUED' }).execute()
    const maintenance = { text: 'The disk is replaced.', started_at: new Date().toISOString() }
    await tx.insertInto('maintenance').values(maintenance).execute()
    expect(await getSentence(checkWork(configure(), tx, later))).toContain(
      'Maintenance: changes are refused and no job starts (“The disk is replaced.”)',
    )
    throw new Error('rolled back')
  })
  await expect(work).rejects.toThrow('rolled back')
})

test('An invalid configuration is named by the command, which ends with 1', async () => {
  const operator = path.join(import.meta.dirname, '../operator.ts')
  const run = promisify(execFile)(process.execPath, [operator, 'doctor'], {
    env: { ...process.env, DATABASE_URL: 'mysql://db', DATA_DIR: getFolder() },
  })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('DATABASE_URL: Invalid URL'),
  })
})

test('A command that nobody knows is answered with all commands', async () => {
  const operator = path.join(import.meta.dirname, '../operator.ts')
  const env = { ...process.env, DATABASE_URL: app.url, DATA_DIR: getFolder() }
  const run = promisify(execFile)(process.execPath, [operator, 'restor'], { env })
  const error = await run.then(
    () => null,
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  )
  expect(error?.code).toBe(1)
  for (const command of [
    'invoices',
    'operators add',
    'merge-people',
    'maintenance on',
    'reindex',
    'restore',
    'doctor',
  ])
    expect(error?.stderr).toContain(`${command} `)
})

test('The command lists broken parts before warnings, and confirms when there are none', async () => {
  const config = configure({ PUBLIC_URL: appUrl(), CONVERT_MEMORY_MB: '256' })
  const statfs = vi
    .spyOn(fsp, 'statfs')
    .mockResolvedValue({ bsize: 4096, bavail: 1e9, files: 0, ffree: 0 } as never)
  onTestFinished(() => statfs.mockRestore())
  const run = (openDatabaseUrl: () => Promise<string>) =>
    runDoctor({ config, openDatabaseUrl, now: () => new Date() })
  const good = await run(async () => app.url)
  expect(good.isHealthy).toBe(true)
  const bad = await run(async () => {
    throw new Error('no space left')
  })
  expect(bad.isHealthy).toBe(false)
  expect(bad.lines[0]).toBe('BROKEN   Database: the embedded PostgreSQL does not start: no space left')
  expect(bad.lines.at(-1)).toMatch(/^1 broken, \d warnings?\.$/)
})
