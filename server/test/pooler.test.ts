import { randomBytes, randomUUID } from 'node:crypto'
import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fillPath } from '@plumbline/contract/http'
import { createIssue } from '@plumbline/contract/issues/issues'
import { checkLog } from '@plumbline/contract/issues/timeline'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Database, inTransaction, openDatabase, type Tx } from '../src/db/database.ts'
import { GENESIS_HASH } from '../src/db/hash-chain.ts'
import { inProject } from '../src/db/project-scope.ts'
import { databaseUrl } from './database.ts'
import { type Pooler, pgbouncer, startPooler } from './pooler.ts'
import { callAs, makeProject, ServerProcess, type SignedIn, signInPeople } from './server-process.ts'

/** The server behind PgBouncer in transaction mode, on a database with another time zone. */

if (!pgbouncer)
  process.stdout.write('Skipped: there is no pgbouncer on this machine (apt install pgbouncer)\n')

describe.skipIf(!pgbouncer)('Behind a pooler', () => {
  const name = `berlin_${randomBytes(6).toString('hex')}`
  let folder: string
  let admin: pg.Client
  let pooler: Pooler
  let server: ServerProcess
  let pooled: Database
  let person: SignedIn
  let project: { id: string }
  beforeAll(async () => {
    folder = await fsp.mkdtemp(path.join(os.tmpdir(), 'plumbline-pooled-'))
    admin = new pg.Client({ connectionString: inject('adminUrl') })
    await admin.connect()
    await admin.query(`create database ${name}`)
    await admin.query(`alter database ${name} set timezone = 'Europe/Berlin'`)
    pooler = await startPooler(inject('adminUrl'))
    // opens a pooled connection before the server starts
    const early = new pg.Client({ connectionString: pooler.url(name) })
    await early.connect()
    expect((await early.query('show timezone')).rows).toEqual([{ TimeZone: 'Europe/Berlin' }])
    await early.end()
    const direct = databaseUrl(inject('adminUrl'), name)
    server = new ServerProcess(pooler.url(name), folder, { DATABASE_DIRECT_URL: direct })
    await server.start()
    pooled = openDatabase(pooler.url(name), { max: 8 })
    const [found] = await signInPeople(pooled.db, 1)
    person = found as SignedIn
    project = await makeProject(pooled.db, [person])
    await pooled.db
      .updateTable('project_members')
      .set({ permission_level: 'ADMIN' })
      .where('user_id', '=', person.id)
      .execute()
    await pooled.db
      .insertInto('issue_chains')
      .values({ project_id: project.id, seq: 0, hash: GENESIS_HASH })
      .execute()
  })
  afterAll(async () => {
    await pooled.close()
    await server.end('SIGTERM')
    await pooler.stop()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    await fsp.rm(folder, { recursive: true, force: true })
  })

  test('timestamps are correct', async () => {
    const before = Date.now()
    const issue = await callAs(server.origin, person, createIssue, {
      params: { id: project.id },
      body: { name: 'Crack' },
    })
    const created = Date.parse(issue?.created_at ?? '')
    expect(created).toBeGreaterThan(before - 60_000)
    expect(created).toBeLessThan(Date.now() + 60_000)
  })

  test('the log of a project is valid', async () => {
    const write = () =>
      callAs(server.origin, person, createIssue, { params: { id: project.id }, body: { name: 'More' } })
    // over several pooled connections
    await Promise.all(Array.from({ length: 20 }, write))
    const answer = await fetch(server.origin + fillPath(checkLog.path, { id: project.id }), {
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(await answer.json()).toMatchObject({ entries: 21, broken_at: null })
  })

  test('every connection is in UTC and has its time limits', async () => {
    const settings = sql`select current_setting('timezone') as zone, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, pg_sleep(0.05)`
    const answers = await Promise.all(Array.from({ length: 8 }, () => settings.execute(pooled.db)))
    for (const { rows } of answers)
      expect(rows).toMatchObject([{ zone: 'UTC', statement: '30s', idle: '1min' }])
  })

  test('statements of a project are limited to its rows, and later ones are not', async () => {
    const scoped = openDatabase(pooler.url(name), { max: 2, hasRowSecurity: true })
    const read = (tx: Tx) =>
      tx
        .selectFrom('projects')
        .select('id')
        .where('name', '!=', 'x')
        .execute()
        .then((rows) => rows.length)
    const stranger = randomUUID()
    for (let turn = 0; turn < 20; turn++) {
      expect(await inProject(stranger, () => read(scoped.db))).toBe(0)
      expect(await read(scoped.db)).toBe(1)
      const inside = (tx: Tx) => Promise.all([inProject(stranger, () => read(tx)), read(tx)])
      expect(await inTransaction(scoped.db, inside)).toEqual([0, 1])
    }
    await scoped.close()
  })

  test('the server survives the loss of a pooled connection', async () => {
    const { rows } = await admin.query<{ n: number }>(
      `select count(pg_terminate_backend(pid))::int as n from pg_stat_activity where datname = '${name}'`,
    )
    expect(rows[0]?.n).toBeGreaterThan(0)
    const write = () =>
      callAs(server.origin, person, createIssue, { params: { id: project.id }, body: { name: 'After' } })
    await expect.poll(write, { timeout: 20_000 }).toMatchObject({ name: 'After' })
    expect(server.hasEnded).toBe(false)
  })
})
