import { randomBytes } from 'node:crypto'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl } from '../../test/database.ts'
import { insertPlainIssue } from '../../test/plain-issue.ts'
import { type Db, openDatabase } from './database.ts'
import { type MigrateOptions, migrate, migrationsFolder } from './migrate.ts'

/** Migrations beside servers that write, and beside other servers that migrate. */

let admin: pg.Client
beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
})
afterAll(() => admin.end())

async function createDatabase(): Promise<() => Db> {
  const name = `migrated_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
  })
  return () => {
    const { db, close } = openDatabase(databaseUrl(inject('adminUrl'), name), { max: 1 })
    onTestFinished(close)
    return db
  }
}

/** A folder of made-up migrations, by name. */
async function writeMigrations(migrations: Record<string, string>): Promise<string> {
  const folder = await fsp.mkdtemp(path.join(inject('testFolder'), 'migrations-'))
  for (const [name, statements] of Object.entries(migrations))
    await fsp.writeFile(path.join(folder, `${name}.sql`), statements)
  return folder
}

const PATIENT = { timeout: 20_000 }
const impatient = { timeoutMs: 50, pauseMs: 1, attempts: 1000 }

/** Migrates until the first attempt failed for a lock, or to the end. */
function migrateUntilBlocked(db: Db, options: MigrateOptions) {
  const blocked = Promise.withResolvers<string>()
  const applied = migrate(db, { lockWaits: impatient, report: blocked.resolve, ...options })
  applied.catch(blocked.reject)
  return { blocked: blocked.promise, applied }
}

const readNames = async () =>
  (await fsp.readdir(migrationsFolder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -4))
    .sort()

test('An issue is written while the index of its words and then that of issues is built', async () => {
  const open = await createDatabase()
  const [server, writer, watcher] = [open(), open(), open()]
  const names = await readNames()
  await migrate(server, { only: new Set(names.filter((name) => name < '20261127T213000')) })
  const { issue } = await insertPlainIssue(writer)
  const { numUpdatedRows, applied } = await writer.transaction().execute(async (tx) => {
    await tx.updateTable('issues').set({ number: 2 }).where('id', '=', issue).execute()
    const migration = migrate(server, { only: new Set(names) })
    const waiting = sql`select from pg_locks where not granted and relation = 'issues'::regclass`
    await expect.poll(async () => (await waiting.execute(watcher)).rows.length, PATIENT).toBe(1)
    // its words are written by a trigger
    const written = await tx
      .updateTable('issues')
      .set({ name: 'Gap' })
      .where('id', '=', issue)
      .executeTakeFirst()
    return { ...written, applied: () => migration }
  })
  expect(numUpdatedRows).toBe(1n)
  expect(await applied()).toEqual(names.filter((name) => name >= '20261127T213000'))
})

test('A migration that is the victim of a deadlock is tried again', async () => {
  const open = await createDatabase()
  const folder = await writeMigrations({
    '1_count': 'create sequence attempts',
    '2_deadlock': `create table boxes ();
      do $$ begin if nextval('attempts') < 3 then raise 'deadlock detected' using errcode = '40P01'; end if; end $$`,
  })
  const reports: string[] = []
  const report = (message: string) => void reports.push(message)
  expect(await migrate(open(), { folder, lockWaits: impatient, report })).toEqual(['1_count', '2_deadlock'])
  expect(reports).toEqual([
    'The migration 2_deadlock waits for transactions that use the same tables, and is tried again (1 of 1000)',
    'The migration 2_deadlock waits for transactions that use the same tables, and is tried again (2 of 1000)',
  ])
})

test('A migration that waits for a table lets other writers through until it is free', async () => {
  const open = await createDatabase()
  const [server, holder, writer] = [open(), open(), open()]
  await sql`create table boxes (name text)`.execute(holder)
  const folder = await writeMigrations({ '1_index': 'create index on boxes (name)' })
  const { applied } = await holder.transaction().execute(async (tx) => {
    await sql`insert into boxes values ('held')`.execute(tx)
    const migration = migrateUntilBlocked(server, { folder })
    await migration.blocked
    await sql`insert into boxes values ('beside')`.execute(writer)
    return { applied: () => migration.applied }
  })
  expect(await applied()).toEqual(['1_index'])
})

test('A migration of a table that stays in use is given up, and earlier ones are kept', async () => {
  const open = await createDatabase()
  const [server, holder] = [open(), open()]
  await sql`create table boxes (name text)`.execute(holder)
  const folder = await writeMigrations({
    '1_lids': 'create table lids ()',
    '2_index': 'create index on boxes (name)',
  })
  const lockWaits = { ...impatient, attempts: 2 }
  await holder.transaction().execute(async (tx) => {
    await sql`insert into boxes values ('held')`.execute(tx)
    await expect(migrate(server, { folder, lockWaits })).rejects.toThrow(
      'The migration 2_index waits for transactions that use the same tables. It was tried 2 times. Start again once they have ended, such as a backup; the migrations before it are applied.',
    )
  })
  expect(await migrate(server, { folder, lockWaits })).toEqual(['2_index'])
})

test('A migration with an error writes nothing, and is not tried again', async () => {
  const open = await createDatabase()
  const server = open()
  const folder = await writeMigrations({ '1_broken': 'create table lids (); select wrong' })
  await expect(migrate(server, { folder, report: expect.unreachable })).rejects.toThrow(
    'column "wrong" does not exist',
  )
  await fsp.writeFile(path.join(folder, '1_broken.sql'), 'create table lids ()')
  expect(await migrate(server, { folder })).toEqual(['1_broken'])
})

test('Servers that start at once apply each migration once', async () => {
  const open = await createDatabase()
  const folder = await writeMigrations(
    Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`${n}_table`, `create table t${n} ()`])),
  )
  const applied = await Promise.all([open(), open(), open()].map((db) => migrate(db, { folder })))
  expect(applied.flat().sort()).toEqual(Array.from({ length: 9 }, (_, n) => `${n}_table`))
})

test('A server waits longer than the lock timeout for another one that migrates', async () => {
  const open = await createDatabase()
  const folder = await writeMigrations({ '1_slow': 'select pg_sleep(0.2); create table lids ()' })
  const applied = await Promise.all(
    [open(), open()].map((db) =>
      migrate(db, { folder, lockWaits: { ...impatient, attempts: 1 }, report: expect.unreachable }),
    ),
  )
  expect(applied.flat()).toEqual(['1_slow'])
})
