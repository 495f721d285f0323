import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import fsp from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { databaseUrl } from '../../test/database.ts'
import { makeOwner, makeUser } from '../../test/make.ts'
import { pgbouncer, startPooler } from '../../test/pooler.ts'
import { startS3 } from '../../test/s3.ts'
import { readConfig } from '../config.ts'
import { seal } from '../seal.ts'
import { checkAddress, checkPublicUrl } from './check-address.ts'
import { checkDatabase } from './check-database.ts'
import { checkDataFolder, checkMemory, checkNode } from './check-machine.ts'
import { checkBus, checkMails, checkStorage } from './check-services.ts'
import { checkSecretKey, checkWork } from './check-work.ts'
import type { Finding } from './finding.ts'
import { runDoctor } from './run-doctor.ts'

/** Each test breaks one part of the surroundings and reads the sentence that doctor says about it. */

let folder: string
let admin: pg.Client
let app: TestApp
beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  app = await startApp()
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await admin.end()
})
beforeEach(async () => {
  folder = await fsp.mkdtemp(path.join(os.tmpdir(), 'plumbline-doctor-'))
})
afterEach(() => fsp.rm(folder, { recursive: true, force: true }))

const configure = (environment: Record<string, string> = {}) =>
  readConfig({ NODE_ENV: 'test', DATA_DIR: folder, ...environment }, folder)
const now = () => new Date()

const portOf = (server: net.Server) => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
const appUrl = () => `http://127.0.0.1:${portOf(app.fastify.server)}`

const texts = (found: Finding[]) => found.map(({ text }) => text)
/** The one sentence that was found. */
async function sentence(found: Finding[] | Promise<Finding[]>): Promise<string> {
  const all = texts(await found)
  expect(all).toHaveLength(1)
  return all[0] ?? ''
}

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    if (server instanceof http.Server) server.closeAllConnections()
    await new Promise((resolve) => void server.close(resolve))
  })
  return portOf(server)
}

/** A port on which nothing listens. */
async function findClosedPort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  await new Promise((resolve) => void server.close(resolve))
  return port
}

/** A migrated database, with a role of its own that owns it. */
async function makeDatabase(options = `template ${inject('template')} strategy file_copy`) {
  const name = `doctor_${randomBytes(6).toString('hex')}`
  await admin.query(`create role ${name} login password 'secret'`)
  await admin.query(`create database ${name} ${options}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`drop role ${name}`)
  })
  const asAdmin = databaseUrl(inject('adminUrl'), name)
  const asRole = (password = 'secret') => {
    const url = new URL(asAdmin)
    url.username = name
    url.password = password
    return url.href
  }
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: asAdmin })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`grant create, usage on schema public to ${name}`)
  await run(`grant all on all tables in schema public to ${name}`)
  return { name, asAdmin, asRole, run }
}

const examine = (url: string, options: Parameters<typeof checkDatabase>[2] = { now }) =>
  checkDatabase(configure({ DATABASE_URL: url }), url, options)

/** The test database skips fsync, which is a finding of its own. */
const withoutFsync = (found: Finding[]) => found.filter(({ text }) => !text.includes('fsync is off'))

test('A healthy database and data folder give no finding', async () => {
  const { asRole } = await makeDatabase()
  expect(withoutFsync(await examine(asRole()))).toEqual([])
  expect((await checkDataFolder(configure())).filter(({ level }) => level === 'broken')).toEqual([])
})

test('A database that does not listen, a wrong password and a missing database are told apart', async () => {
  const port = await findClosedPort()
  expect(await sentence(examine(`postgresql://a:b@127.0.0.1:${port}/plumbline`))).toContain(
    'nothing listens there. Start PostgreSQL',
  )
  const { asRole } = await makeDatabase()
  expect(await sentence(examine(asRole('wrong')))).toContain('Check user and password')
  const missing = new URL(asRole())
  missing.pathname = '/no_such_database'
  expect(await sentence(examine(missing.href))).toContain('Create the database')
})

test('A PostgreSQL that is too old is named with its version', async () => {
  const { asRole } = await makeDatabase()
  const found = withoutFsync(await examine(asRole(), { now, oldest: 990_000 }))
  expect(await sentence(found)).toMatch(/PostgreSQL \d+.* is too old\. Upgrade it to version 99/)
})

test('A database in another encoding is to be created anew', async () => {
  const { asRole } = await makeDatabase("template template0 encoding 'SQL_ASCII' locale 'C'")
  expect(texts(await examine(asRole())).join('\n')).toMatch(/stores text as SQL_ASCII.*Create it anew/)
})

test('A user who may not create tables is told to get the right', async () => {
  const { asRole, name, run } = await makeDatabase()
  await run(`revoke create on schema public from ${name}, public`)
  expect(await sentence(withoutFsync(await examine(asRole())))).toContain('may not create tables')
})

test('A read-only database is named', async () => {
  const { asRole, name, run } = await makeDatabase()
  await run(`alter role ${name} set default_transaction_read_only = on`)
  expect(await sentence(withoutFsync(await examine(asRole())))).toContain(
    'Reset default_transaction_read_only',
  )
})

test('A database that may lose confirmed changes is a warning', async () => {
  const { asRole, name, run } = await makeDatabase()
  await run(`alter role ${name} set synchronous_commit = off`)
  const [found] = await examine(asRole())
  expect(found).toMatchObject({ level: 'warning' })
  expect(found?.text).toMatch(/synchronous_commit (is|are) off, so a power failure loses confirmed changes/)
})

test('Too few connections are counted', async () => {
  const { asRole, name, run } = await makeDatabase()
  await run(`alter role ${name} connection limit 5`)
  expect(await sentence(withoutFsync(await examine(asRole())))).toContain(
    'may open 5 connections, a server needs 20',
  )
})

test('A clock that differs from that of the database is named with the difference', async () => {
  const { asRole } = await makeDatabase()
  const ahead = () => new Date(Date.now() + 90_000)
  expect(await sentence(withoutFsync(await examine(asRole(), { now: ahead })))).toMatch(
    /90 s ahead of the database/,
  )
})

test('Missing migrations, an empty database and one of a newer version are told apart', async () => {
  const { asRole, run } = await makeDatabase()
  await run("delete from schema_migrations where name like '2026112%'")
  expect(await sentence(withoutFsync(await examine(asRole())))).toMatch(/\d+ of \d+ migrations are missing/)
  await run("insert into schema_migrations values ('20991231T000000_from_the_future', '')")
  expect(await sentence(withoutFsync(await examine(asRole())))).toContain('20991231T000000_from_the_future')
  const empty = await makeDatabase('template template0')
  expect(await sentence(withoutFsync(await examine(empty.asRole())))).toContain('the database is empty')
})

test('A pooler that changes the time zone is named', async () => {
  const { asAdmin } = await makeDatabase()
  const target = new URL(asAdmin)
  const host = target.searchParams.get('host')
  const port = Number(target.port || 5432)
  const proxy = net.createServer((client) => {
    const server = host ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, target.hostname)
    client.once('data', (start) => {
      server.write(Buffer.from(start.toString('latin1').replace('TimeZone\0UTC', 'TimeZone\0WET'), 'latin1'))
      client.pipe(server)
    })
    server.pipe(client)
    for (const end of [client, server]) end.on('error', () => client.destroy())
  })
  const through = new URL(asAdmin)
  through.searchParams.delete('host')
  through.host = `127.0.0.1:${await listen(proxy)}`
  const config = configure({ DATABASE_URL: through.href, DATABASE_DIRECT_URL: asAdmin })
  expect(await sentence(withoutFsync(await checkDatabase(config, asAdmin, { now })))).toContain(
    'in the time zone WET',
  )
})

test.skipIf(!pgbouncer)('A pooler without a direct address is named', async () => {
  const pooler = await startPooler(inject('adminUrl'))
  onTestFinished(pooler.stop)
  const { name } = await makeDatabase()
  const found = withoutFsync(await examine(pooler.url(name)))
  expect(await sentence(found)).toContain('Set DATABASE_DIRECT_URL to the address of PostgreSQL itself')
})

test('A data folder that cannot be written is named', async () => {
  await fsp.writeFile(path.join(folder, 'file'), '')
  const config = configure({ DATA_DIR: path.join(folder, 'file', 'data') })
  expect(await sentence(checkDataFolder(config))).toMatch(/^DATA_DIR: .* cannot be written/)
})

test('A disk without space or without inodes is named', async () => {
  const real = await fsp.statfs(folder)
  const stat = vi.spyOn(fsp, 'statfs')
  onTestFinished(() => stat.mockRestore())
  const pretend = (facts: object) =>
    stat.mockResolvedValue({ ...real, bsize: 4096, bavail: 1e9, files: 0, ...facts })
  pretend({ bavail: 100_000 })
  expect(await sentence(checkDataFolder(configure()))).toContain('0.4 GB are left on the disk')
  pretend({ files: 1000, ffree: 50 })
  expect(await sentence(checkDataFolder(configure()))).toContain('only 50 more files')
})

test('A key file that others can read is a warning', async () => {
  await fsp.writeFile(path.join(folder, 'secret.key'), 'x'.repeat(64), { mode: 0o644 })
  await fsp.chmod(path.join(folder, 'secret.key'), 0o644)
  expect(texts(await checkDataFolder(configure())).join()).toMatch(/other users .* can read .*secret\.key/)
})

test('Too little memory for conversions is named with both figures', async () => {
  const config = configure({ CONVERT_MEMORY_MB: '3000', CONVERT_PARALLEL: '2' })
  expect(await sentence(checkMemory(config, 4000))).toContain(
    'has 4000 MB of memory; the server and its conversions may use 7000 MB',
  )
  expect(checkMemory(config, 8000)).toEqual([])
  expect(await sentence(checkMemory(configure({ ROLE: 'web' }), 500))).toContain('a server needs 1000 MB')
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
  expect(await sentence(run(512))).toMatch(/may open 512/)
})

test('An old Node.js is named', async () => {
  expect(await sentence(checkNode('22.4.0'))).toContain('Node.js: version 22.4.0 is too old')
  expect(checkNode()).toEqual([])
})

test('A bucket that refuses, is missing or is away is named; a good one is left empty', async () => {
  const s3 = await startS3()
  onTestFinished(s3.close)
  expect(await checkStorage(configure({ BLOB_URL: s3.url }))).toEqual([])
  expect(s3.keys()).toEqual([])
  const wrongKey = s3.url.replace('KEY:', 'OTHER:')
  expect(await sentence(checkStorage(configure({ BLOB_URL: wrongKey })))).toContain('its key is refused')
  const away = `s3+http://KEY:SECRET@127.0.0.1:${await findClosedPort()}/bucket`
  expect(await sentence(checkStorage(configure({ BLOB_URL: away })))).toContain('Start the store')
})

test('Several servers without a bucket or a shared key are named', async () => {
  const config = configure({ ROLE: 'worker' })
  expect(await sentence(checkStorage(config))).toContain('Set BLOB_URL to a bucket')
  expect(await sentence(checkSecretKey(config))).toContain('Set the same SECRET_KEY')
})

test('A bus that is away is named', async () => {
  const port = await findClosedPort()
  expect(await sentence(checkBus(configure({ BUS_URL: `nats://127.0.0.1:${port}` })))).toMatch(
    /^BUS_URL: NATS at .* cannot be used/,
  )
})

test('A mail server that is away, refuses the password or is not set is named', async () => {
  const away = configure({ SMTP_URL: `smtp://127.0.0.1:${await findClosedPort()}` })
  expect(await sentence(checkMails(away))).toContain('Mails wait until it can. Start it')
  const refusing = net.createServer((socket) => {
    socket.write('220 mail\r\n')
    socket.on('error', () => {})
    socket.on('data', (line) => {
      const text = line.toString()
      socket.write(/^EHLO/.test(text) ? '250-mail\r\n250 AUTH PLAIN\r\n' : '535 wrong password\r\n')
    })
  })
  const port = await listen(refusing)
  expect(await sentence(checkMails(configure({ SMTP_URL: `smtp://a:b@127.0.0.1:${port}` })))).toContain(
    'Correct the address, user or password',
  )
  expect(await sentence(checkMails(configure({ NODE_ENV: 'production' })))).toContain(
    'SMTP_URL: it is not set',
  )
})

test('An address that is unencrypted, local, below a path or behind an untrusted proxy is named', async () => {
  const production = (environment: Record<string, string>) =>
    checkPublicUrl(configure({ NODE_ENV: 'production', ...environment }))
  expect(await sentence(production({ PUBLIC_URL: 'http://plans.example.com' }))).toContain('is not encrypted')
  expect(await sentence(production({}))).toContain('links in mails lead to http://localhost')
  const https = 'https://plans.example.com'
  expect(await sentence(production({ PUBLIC_URL: `${https}/app`, TRUST_PROXY: '1' }))).toContain('has a path')
  expect(await sentence(production({ PUBLIC_URL: https }))).toContain(
    'Set TRUST_PROXY to the number of proxies',
  )
  expect(await sentence(production({ PUBLIC_URL: https, TRUST_PROXY: 'true' }))).toContain(
    'anybody can evade limits',
  )
  expect(production({ PUBLIC_URL: https, TRUST_PROXY: '1' })).toEqual([])
})

const visit = (url: string) => checkAddress(configure({ PUBLIC_URL: url }))

test('A server that answers at its address gives no finding', async () => {
  expect(await visit(appUrl())).toEqual([])
})

test('An address where nothing, something else or a redirect answers is named', async () => {
  expect(await sentence(visit(`http://127.0.0.1:${await findClosedPort()}`))).toContain(
    'nothing listens there',
  )
  const other = await listen(http.createServer((_, response) => response.writeHead(404).end('nginx')))
  expect(await sentence(visit(`http://127.0.0.1:${other}`))).toContain(
    'something else than Plumbline answers',
  )
  const moved = await listen(
    http.createServer((_, response) =>
      response.writeHead(301, { location: 'https://plans.example.com/' }).end(),
    ),
  )
  expect(await sentence(visit(`http://127.0.0.1:${moved}`))).toContain(
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
  expect(await through({})).toEqual([])
  expect(await sentence(through({ sockets: true }))).toContain('WebSockets do not get through')
  expect(await sentence(through({ limit: 1_000_000 }))).toContain('it refuses uploads of 64 MB')
  expect(await sentence(through({ buffers: true }))).toContain('Switch off request buffering')
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
  expect(await sentence(look({ SECRET_KEY: 'another key with more than thirty-two letters' }))).toContain(
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
  expect(await sentence(look(20))).toContain('1 waits for more than 15 minutes')
  await db.deleteFrom('mails').execute()
  const { project } = await makeOwner(app)
  await db.deleteFrom('mails').execute()
  // in a transaction, which the server that runs beside cannot see
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
    expect(await sentence(checkWork(configure(), tx, later))).toContain(
      '1 model waits for more than 15 minutes',
    )
    await tx.updateTable('bim_file_variants').set({ state: 'PROCESSING' }).execute()
    expect(await checkWork(configure(), tx, later)).toEqual([])
    throw new Error('rolled back')
  })
  await expect(work).rejects.toThrow('rolled back')
})

test('An invalid configuration is named by the command, which ends with 1', async () => {
  const operator = path.join(import.meta.dirname, '../operator.ts')
  const run = promisify(execFile)(process.execPath, [operator, 'doctor'], {
    env: { ...process.env, DATABASE_URL: 'mysql://db', DATA_DIR: folder },
  })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('DATABASE_URL: Invalid URL'),
  })
})

test('The command lists the broken parts before the warnings, and says when all is well', async () => {
  const config = configure({ PUBLIC_URL: appUrl(), CONVERT_MEMORY_MB: '256' })
  const statfs = vi
    .spyOn(fsp, 'statfs')
    .mockResolvedValue({ bsize: 4096, bavail: 1e9, files: 0, ffree: 0 } as never)
  onTestFinished(() => statfs.mockRestore())
  const { asRole } = await makeDatabase()
  const run = (openDatabaseUrl: () => Promise<string>) => runDoctor({ config, openDatabaseUrl, now })
  const good = await run(async () => asRole())
  expect(good.isHealthy).toBe(true)
  const bad = await run(async () => {
    throw new Error('no space left')
  })
  expect(bad.isHealthy).toBe(false)
  expect(bad.lines[0]).toBe('BROKEN   Database: the embedded PostgreSQL does not start: no space left')
  expect(bad.lines.at(-1)).toMatch(/^1 broken, \d warnings?\.$/)
})
