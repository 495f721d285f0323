import { execFileSync } from 'node:child_process'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startReset } from '@plumbline/contract/auth/auth'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import { GENESIS_HASH } from '../../src/db/hash-chain.ts'
import { makeProject, ServerProcess, type SignedIn, signInPeople } from '../server-process.ts'
import { FaultListener, getRepetitions, Load, type LoadTarget } from './load.ts'

/** The embedded database is killed in several ways while people write; the server survives. */

const WRITERS = 17
/** seconds without the database until the service is back */
const BACK_MS = 3000

let folder: string
let server: ServerProcess
let url: string
let database: Database
let people: SignedIn[]
let place: LoadTarget
beforeAll(async () => {
  folder = await fsp.mkdtemp(path.join(inject('testFolder'), 'faults-'))
  await fsp.chmod(folder, 0o755)
  server = new ServerProcess('', folder, { RATE_LIMIT_MAIL: '1000000' })
  await server.start()
  url = (await startEmbeddedPostgres(folder)).url
  database = openDatabase(url, { max: 2 })
  people = await signInPeople(database.db, WRITERS + 1)
  place = await makeProject(database.db, people)
  await database.db
    .insertInto('issue_chains')
    .values({ project_id: place.id, seq: 0, hash: GENESIS_HASH })
    .execute()
})
afterAll(async () => {
  await database.close()
  await server.end('SIGTERM')
  await fsp.rm(folder, { recursive: true, force: true })
})

const postmaster = async () => {
  const lines = await fsp.readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')
  return Number(lines.split('\n')[0])
}

/** Queries by a new connection, because the last one was lost with the database. */
async function ask<T>(question: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(question)).rows as T[]
  } finally {
    await client.end()
  }
}

async function whenDatabaseAnswers(): Promise<void> {
  while (
    !(await ask('select 1').then(
      () => true,
      () => false,
    ))
  )
    await pause(10)
}

const busy = `select pid from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
  order by (state = 'idle'), random() limit 1`

async function endPostmaster(signal: NodeJS.Signals) {
  const pid = await postmaster()
  process.kill(pid, signal)
  while ((await postmaster().catch(() => pid)) === pid) await pause(10)
}

const losses = {
  BACKEND: async () => {
    const [found] = await ask<{ pid: number }>(busy)
    if (found) await ask(`select pg_terminate_backend(${found.pid})`)
  },
  BACKEND_CRASH: async () => {
    const [found] = await ask<{ pid: number }>(busy)
    if (found) process.kill(found.pid, 'SIGKILL')
  },
  POSTMASTER: () => endPostmaster('SIGKILL'),
  RESTART: () => endPostmaster('SIGINT'),
}

const limitOf = (kind: string, few: number) => 60_000 + 20_000 * getRepetitions(kind, few)

for (const [kind, [few, title]] of Object.entries({
  BACKEND: [2, 'one connection is ended'],
  BACKEND_CRASH: [1, 'a backend crashes'],
  POSTMASTER: [1, 'PostgreSQL is killed'],
  RESTART: [1, 'PostgreSQL is stopped'],
} as const))
  test(
    `when ${title} under ${WRITERS} writers, the server keeps running and no confirmed write is lost`,
    async () => {
      const { pid } = server
      const listener = new FaultListener(server.origin, people[WRITERS] as SignedIn)
      await listener.opened
      const load = new Load(people.slice(0, WRITERS), { origin: server.origin, place })
      try {
        for (let turn = 0; turn < getRepetitions(kind, few); turn++) {
          await load.nextWrite(20_000)
          await losses[kind as keyof typeof losses]()
          await whenDatabaseAnswers()
          // the speed is measured by `npm run test:faults`: it depends on other load
          const most = process.env.FAULTS_TIMED ? BACK_MS : 30_000
          expect(await load.nextWrite(most)).toBeLessThan(most)
        }
      } finally {
        await load.end()
      }
      expect(load.wrong).toEqual([])
      // one of the connections may have been idle
      if (kind !== 'BACKEND') expect(load.putOff).toBeGreaterThan(0)
      expect(server.pid).toBe(pid)
      expect(server.hasEnded).toBe(false)
      expect(await load.lost(database.db)).toBe(0)
      await expect.poll(() => listener.missed(load), { timeout: 20_000 }).toBe(0)
      expect([listener.closes, listener.reloads]).toEqual([[], 0])
      listener.close()
    },
    limitOf(kind, few),
  )

test('A mail queued after a database outage is sent', async () => {
  const email = `${people[0]?.id}@example.com`
  await losses.POSTMASTER()
  await whenDatabaseAnswers()
  const request = () =>
    fetch(server.origin + startReset.path, {
      method: startReset.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
  await expect.poll(async () => (await request()).ok, { timeout: 20_000 }).toBe(true)
  const states = async () => {
    const mails = await database.db
      .selectFrom('mails')
      .select('state')
      .where('recipient', '=', email)
      .execute()
    return [...new Set(mails.map(({ state }) => state))]
  }
  await expect.poll(states, { timeout: 30_000 }).toEqual(['KEPT'])
})

test('A server starts while backends of a killed PostgreSQL still hold shared memory', async () => {
  await server.end('SIGKILL')
  // a busy backend does not notice that its postmaster has ended
  const held = ask(
    "set statement_timeout = '100s'; select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b",
  ).catch(() => {})
  await expect
    .poll(
      async () =>
        (
          await ask<{ n: number }>(
            "select count(*)::int as n from pg_stat_activity where query like '%series%' and state = 'active'",
          )
        )[0]?.n,
    )
    .toBeGreaterThan(1)
  process.kill(await postmaster(), 'SIGKILL')
  await server.start()
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  await held
})

test('A start refused by PostgreSQL ends with PostgreSQL’s own message', async () => {
  await server.end('SIGTERM')
  const settings = path.join(folder, 'postgres/postgresql.conf')
  const before = await fsp.readFile(settings)
  await fsp.appendFile(settings, '\nwork_mem = nonsense\n')
  const main = path.join(import.meta.dirname, '../../src/main.ts')
  const start = () =>
    execFileSync(process.execPath, [main], {
      env: { ...process.env, DATA_DIR: folder, PORT: '0', DEMO: 'false', LOG_LEVEL: 'silent' },
      stdio: 'pipe',
    })
  expect(start).toThrow(/postgres\.log:[\s\S]*"work_mem": "nonsense"/)
  await fsp.writeFile(settings, before)
  await server.start()
})
