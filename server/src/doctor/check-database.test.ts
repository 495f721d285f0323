import { randomBytes } from 'node:crypto'
import net from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl } from '../../test/database.ts'
import { findClosedPort, getSentence, listen, listTexts, useDataFolder } from '../../test/doctor.ts'
import { pgbouncer, startPooler } from '../../test/pooler.ts'
import { PROJECT_ROLE } from '../db/scoped-query.ts'
import { checkDatabase } from './check-database.ts'
import type { Finding } from './finding.ts'

/** Each test breaks one part of the database or the connection to it, and reads the finding of doctor. */

const { configure } = useDataFolder()
const now = () => new Date()

let admin: pg.Client
beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
})
afterAll(() => admin.end())

/** A migrated database, owned by a new role. */
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
  await run(`grant ${PROJECT_ROLE} to ${name}`)
  return { name, asAdmin, asRole, run }
}

const examine = (url: string, options: Parameters<typeof checkDatabase>[2] = { now }) =>
  checkDatabase(configure({ DATABASE_URL: url, ROW_LEVEL_SECURITY: 'on' }), url, options)

/** The test database skips fsync, which is a separate finding. */
const withoutFsync = (found: Finding[]) => found.filter(({ text }) => !text.includes('fsync is off'))

test('A healthy database gives no finding', async () => {
  const { asRole } = await makeDatabase()
  expect(withoutFsync(await examine(asRole()))).toEqual([])
})

test('A user who may not act as the role of projects, and a table without its policy, are named with the remedy', async () => {
  const { asRole, run, name } = await makeDatabase()
  await run(`revoke ${PROJECT_ROLE} from ${name}`)
  const examineThem = async () => getSentence(withoutFsync(await examine(asRole())))
  expect(await examineThem()).toContain(`grant ${PROJECT_ROLE} to ${name}`)
  await run(`grant ${PROJECT_ROLE} to ${name}`)
  await run('alter table levels disable row level security')
  expect(await examineThem()).toContain('these tables have no policy: levels')
  const off = configure({ DATABASE_URL: asRole(), ROW_LEVEL_SECURITY: 'off' })
  expect(withoutFsync(await checkDatabase(off, asRole(), { now }))).toEqual([])
})

test('A database that does not listen, a wrong password and a missing database are told apart', async () => {
  const port = await findClosedPort()
  expect(await getSentence(examine(`postgresql://a:b@127.0.0.1:${port}/plumbline`))).toContain(
    'nothing listens there. Start PostgreSQL',
  )
  const { asRole } = await makeDatabase()
  expect(await getSentence(examine(asRole('wrong')))).toContain('Check user and password')
  const missing = new URL(asRole())
  missing.pathname = '/no_such_database'
  expect(await getSentence(examine(missing.href))).toContain('Create the database')
})

test('A PostgreSQL that is too old is named with its version', async () => {
  const { asRole } = await makeDatabase()
  const found = withoutFsync(await examine(asRole(), { now, oldest: 990_000 }))
  expect(await getSentence(found)).toMatch(/PostgreSQL \d+.* is too old\. Upgrade it to version 99/)
})

test('A database in another encoding must be created again', async () => {
  const { asRole } = await makeDatabase("template template0 encoding 'SQL_ASCII' locale 'C'")
  expect(listTexts(await examine(asRole())).join('\n')).toMatch(/stores text as SQL_ASCII.*Create it anew/)
})

test('A user who may not create tables is told to get the right', async () => {
  const { asRole, name, run } = await makeDatabase()
  await run(`revoke create on schema public from ${name}, public`)
  expect(await getSentence(withoutFsync(await examine(asRole())))).toContain('may not create tables')
})

test('A read-only database is named', async () => {
  const { asRole, name, run } = await makeDatabase()
  await run(`alter role ${name} set default_transaction_read_only = on`)
  expect(await getSentence(withoutFsync(await examine(asRole())))).toContain(
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
  expect(await getSentence(withoutFsync(await examine(asRole())))).toContain(
    'may open 5 connections, a server needs 20',
  )
})

test('A clock that differs from that of the database is named with the difference', async () => {
  const { asRole } = await makeDatabase()
  const ahead = () => new Date(Date.now() + 90_000)
  expect(await getSentence(withoutFsync(await examine(asRole(), { now: ahead })))).toMatch(
    /90 s ahead of the database/,
  )
})

test('Missing migrations, an empty database and one of a newer version are told apart', async () => {
  const { asRole, run } = await makeDatabase()
  await run("delete from schema_migrations where name like '2026112%'")
  expect(await getSentence(withoutFsync(await examine(asRole())))).toMatch(
    /\d+ of \d+ migrations are missing/,
  )
  await run("insert into schema_migrations values ('20991231T000000_from_the_future', '')")
  expect(await getSentence(withoutFsync(await examine(asRole())))).toContain(
    '20991231T000000_from_the_future',
  )
  const empty = await makeDatabase('template template0')
  expect(await getSentence(withoutFsync(await examine(empty.asRole())))).toContain('the database is empty')
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
  expect(await getSentence(withoutFsync(await checkDatabase(config, asAdmin, { now })))).toContain(
    'in the time zone WET',
  )
})

test.skipIf(!pgbouncer)('A pooler without a direct address is named', async () => {
  const pooler = await startPooler(inject('adminUrl'))
  onTestFinished(pooler.stop)
  const { name } = await makeDatabase()
  const found = withoutFsync(await examine(pooler.url(name)))
  expect(await getSentence(found)).toContain('Set DATABASE_DIRECT_URL to the address of PostgreSQL itself')
})
