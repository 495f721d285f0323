import { randomUUIDv7 } from 'node:crypto'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fillPath } from '@plumbline/contract/http'
import { createIssue } from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import { GENESIS_HASH } from '../../src/db/hash-chain.ts'
import { startApp, type TestApp } from '../app.ts'
import { makeProject, ServerProcess, type SignedIn, signInPeople } from '../server-process.ts'
import { longTest } from '../size.ts'
import { FaultListener, getRepetitions, Load, type LoadTarget } from './load.ts'

/** Stops, kills and starts servers under load. */

const WRITERS = 8
/** this process runs no jobs, it only queries the database */
let app: TestApp
let server: ServerProcess
let people: SignedIn[]
let place: LoadTarget
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' })
  server = new ServerProcess(app.url, app.dataDir)
  people = await signInPeople(app.server.db, WRITERS + 1)
  place = await makeProject(app.server.db, people)
  await app.server.db
    .insertInto('issue_chains')
    .values({ project_id: place.id, seq: 0, hash: GENESIS_HASH })
    .execute()
})
afterAll(async () => {
  await server.end('SIGKILL')
  await app.close()
})

const rowsOf = async () => {
  const issues = await app.server.db.selectFrom('issues').select('id').execute()
  const messages = await app.server.db.selectFrom('chat_messages').select('id').execute()
  return new Set([...issues, ...messages].map(({ id }) => id))
}

longTest(
  'A server stopped under load answers every committed request',
  async () => {
    for (let turn = 0; turn < getRepetitions('STOP', 2); turn++) {
      await server.start()
      const before = await rowsOf()
      const load = new Load(people.slice(0, WRITERS), {
        origin: server.origin,
        place,
        also: [null],
        pauseMs: 0,
        once: true,
      })
      await load.nextWrite(20_000)
      await pause(turn * 7)
      await server.end('SIGTERM')
      await load.end()
      const after = await rowsOf()
      const confirmed = new Set([...load.confirmed.issues, ...load.confirmed.messages])
      expect([...after].filter((id) => !before.has(id) && !confirmed.has(id))).toEqual([])
      expect(await load.lost(app.server.db)).toBe(0)
      expect(load.wrong).toEqual([])
    }
  },
  600_000,
)

/** Sends a request that waits for a database lock until it is released. */
async function hold(work: (answer: Promise<Response>) => Promise<void>) {
  await app.server.db.transaction().execute(async (tx) => {
    await sql`select from projects where id = ${place.id} for update`.execute(tx)
    const person = people[0] as SignedIn
    const answer = fetch(server.origin + fillPath(createIssue.path, { id: place.id }), {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: randomUUIDv7(), name: 'In flight' }),
    })
    const waiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.server.db)
      return rows.length
    }
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0)
    await work(answer)
  })
}

test('A request in flight when the server is stopped is answered', async () => {
  await server.start()
  let answer: Promise<Response> | undefined
  let ended: Promise<void> | undefined
  await hold(async (given) => {
    answer = given
    ended = server.end('SIGTERM')
    // it no longer accepts connections
    const refused = () =>
      fetch(`${server.origin}/healthz`).then(
        () => false,
        () => true,
      )
    await expect.poll(refused, { timeout: 20_000 }).toBe(true)
  })
  expect((await answer)?.status).toBe(201)
  await ended
})

test('A second signal ends the server at once', async () => {
  await server.start()
  let lost: Promise<string> | undefined
  await hold(async (answer) => {
    lost = answer.then(
      () => 'answered',
      () => 'cut',
    )
    let isGone = false
    const ended = server.end('SIGTERM').then(() => {
      isGone = true
    })
    // later than the immediate repetition by npm and the terminal, which is ignored
    await expect
      .poll(
        () => {
          if (!isGone) process.kill(server.pid, 'SIGTERM')
          return isGone
        },
        { timeout: 9000, interval: 600 },
      )
      .toBe(true)
    await ended
  })
  expect(await lost).toBe('cut')
})

longTest(
  'A server ends when nobody reads its log any more and the database goes with it',
  async () => {
    const folder = await fsp.mkdtemp(path.join(inject('testFolder'), 'unread-'))
    await fsp.chmod(folder, 0o755)
    const postgres = await startEmbeddedPostgres(path.join(folder, 'database'), ['fsync=off'])
    const unread = new ServerProcess(postgres.url, path.join(folder, 'data'), { LOG_LEVEL: 'warn' })
    try {
      await unread.start()
      unread.closeOutput()
      await Promise.all([postgres.stop(), unread.end('SIGTERM')])
      expect(unread.hasEnded).toBe(true)
    } finally {
      await unread.end('SIGKILL')
      await postgres.stop()
      await fsp.rm(folder, { recursive: true, force: true })
    }
  },
  60_000,
)

test('A server killed under load loses no confirmed write and works after a restart', async () => {
  await server.start()
  const load = new Load(people.slice(0, WRITERS), { origin: server.origin, place, also: [null] })
  try {
    for (let turn = 0; turn < getRepetitions('SERVER', 2); turn++) {
      await load.nextWrite(30_000)
      await server.end('SIGKILL')
      await server.start()
    }
    const listener = new FaultListener(server.origin, people[WRITERS] as SignedIn)
    await listener.opened
    listener.close()
    await load.nextWrite(30_000)
  } finally {
    await load.end()
    await server.end('SIGTERM')
  }
  expect(load.wrong).toEqual([])
  expect(await load.lost(app.server.db)).toBe(0)
}, 3_600_000)
