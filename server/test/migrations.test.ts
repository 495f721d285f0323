import { randomBytes, randomUUID } from 'node:crypto'
import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { type Db, openDatabase } from '../src/db/database.ts'
import { migrate, migrationsFolder } from '../src/db/migrate.ts'
import { hashMigrations, readLandedHashes } from '../src/db/write-tables.ts'
import { databaseUrl } from './database.ts'

/**
 * Databases of every state that the project's migrations have had. Some files were edited after they had landed:
 * `landed/` has what they were, as `<name>.<version>.sql`, and which files there were when.
 */

const landed = path.join(import.meta.dirname, 'landed')
interface State {
  at: string
  files: string[]
}
const states = JSON.parse(await fsp.readFile(path.join(landed, 'states.json'), 'utf8')) as State[]
/** What makes a state special: files that were edited later, or that other branches had and this one had not. */
function oddities({ files }: State): string {
  const edited = files.filter((file) => /\.\d+\.sql$/.test(file)).join()
  const numbers = files.map((file) => Number(file.slice(0, 4)))
  return edited || `gaps: ${Math.max(...numbers) > numbers.length}`
}
/** One of each kind; npm run test:faults opens all. */
const opened = process.env.FAULTS_STATES
  ? states
  : [...Map.groupBy(states, oddities).values()].flatMap((alike) => alike[0] ?? [])
/** from then on names are moments, so that branches do not give the same number twice */
const LAST_NUMBER = '0026_webhooks_mended.sql'

let admin: pg.Client
beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
})
afterAll(() => admin.end())

async function emptyDatabase(): Promise<Db> {
  const name = `state_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name}`)
  const { db, close } = openDatabase(databaseUrl(inject('adminUrl'), name), { max: 1 })
  onTestFinished(async () => {
    await close()
    await admin.query(`drop database ${name} with (force)`)
  })
  return db
}

/** Applies the files of a state as the server of that time did. */
async function open(db: Db, { files }: State): Promise<void> {
  const folder = await fsp.mkdtemp(path.join(os.tmpdir(), 'plumbline-state-'))
  try {
    for (const file of files) {
      const [, name, version] = /^(\w+)(\.\d+)?\.sql$/.exec(file) ?? []
      await fsp.copyFile(
        path.join(version ? landed : migrationsFolder, file),
        path.join(folder, `${name}.sql`),
      )
    }
    await migrate(db, folder)
  } finally {
    await fsp.rm(folder, { recursive: true })
  }
}

/** All that a schema holds, in any order. */
async function describe(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', 'column', table_name, column_name, udt_name, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select concat_ws(' ', 'index', indexdef) from pg_indexes where schemaname = 'public'
    union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid)) from pg_trigger t where not tgisinternal
    union all select concat_ws(' ', 'function', pg_get_functiondef(p.oid))
      from pg_proc p where pronamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'sequence', s.sequencename, s.data_type, d.refobjid::regclass)
      from pg_sequences s left join pg_depend d
        on d.objid = format('%I', s.sequencename)::regclass and d.deptype = 'a' where s.schemaname = 'public'
    order by 1`.execute(db)
  return rows.map(({ line }) => line).filter((line) => !line.includes('schema_migrations'))
}

async function fresh(): Promise<string[]> {
  const db = await emptyDatabase()
  await migrate(db)
  return describe(db)
}

async function differences(state: State, wanted: string[]): Promise<string[]> {
  const db = await emptyDatabase()
  await open(db, state)
  await migrate(db)
  const has = await describe(db)
  return [
    ...wanted.filter((line) => !has.includes(line)).map((line) => `${state.at} lacks ${line}`),
    ...has.filter((line) => !wanted.includes(line)).map((line) => `${state.at} has ${line}`),
  ]
}

test('a database of every kind of state that was ever landed opens with the schema of a new one', async () => {
  const wanted = await fresh()
  const wrong: string[] = []
  const waiting = [...opened]
  const work = async () => {
    for (let state = waiting.pop(); state; state = waiting.pop())
      wrong.push(...(await differences(state, wanted)))
  }
  await Promise.all([work(), work(), work(), work()])
  expect(wrong).toEqual([])
}, 120_000)

test('a database that was opened at every state in turn has the schema of a new one', async () => {
  const db = await emptyDatabase()
  // what a server of that time refused, it left as it was
  for (const state of opened) await open(db, state).catch(() => {})
  await migrate(db)
  expect(await describe(db)).toEqual(await fresh())
})

/** The last state in which a file had this version. */
const stateWith = (file: string): State =>
  states.findLast(({ files }) => files.includes(file)) ?? expect.unreachable(`nothing had ${file}`)

async function makeIssue(db: Db) {
  const [user, team, project, issue] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await sql`insert into users (id, email, password_hash, first_name) values (${user}, 'a@example.com', '', 'Ada')`.execute(
    db,
  )
  await sql`insert into teams (id, name) values (${team}, 'Office')`.execute(db)
  await sql`insert into projects (id, team_id, name, created_by)
    values (${project}, ${team}, 'House', ${user})`.execute(db)
  await sql`insert into issues (id, project_id, number, name, created_by)
    values (${issue}, ${project}, 1, 'Crack', ${user})`.execute(db)
  return { team, project, issue }
}

test('attachments of the first form keep the place of their bytes', async () => {
  const db = await emptyDatabase()
  await open(db, stateWith('0012_issue_parts.1.sql'))
  const { issue } = await makeIssue(db)
  const id = randomUUID()
  await sql`insert into issue_attachments (id, issue_id, name, type, size, kind, sha256, round)
    values (${id}, ${issue}, 'a.pdf', 'application/pdf', 1, 'FILE', '', 0)`.execute(db)
  await migrate(db)
  const { rows } = await sql`select blob_id, has_original from issue_attachments`.execute(db)
  expect(rows).toEqual([{ blob_id: id, has_original: true }])
})

test('converted models of the first form are found where their company has them', async () => {
  const db = await emptyDatabase()
  await open(db, stateWith('0003_bim.1.sql'))
  const { team, project } = await makeIssue(db)
  const header = randomUUID()
  await sql`insert into bim_file_headers (id, project_id, name, type_of, trade)
    values (${header}, ${project}, 'A', 'MODEL', 'GENERAL')`.execute(db)
  await sql`insert into bim_file_variants
    (id, header_id, project_id, version, file_name, size_bytes, state, artefacts_key)
    values (${randomUUID()}, ${header}, ${project}, 1, 'a.ifc', 1, 'COMPLETED', 'abc-1')`.execute(db)
  await migrate(db)
  const { rows } = await sql`select artefacts_team_id from bim_file_variants`.execute(db)
  expect(rows).toEqual([{ artefacts_team_id: team }])
})

test('deliveries of the first form are numbered in the order in which they were written', async () => {
  const db = await emptyDatabase()
  await open(db, stateWith('0026_webhooks.1.sql'))
  const { project } = await makeIssue(db)
  const hook = randomUUID()
  await sql`insert into webhooks (id, project_id, url, events, secret)
    values (${hook}, ${project}, 'https://example.com', '{}', '')`.execute(db)
  const add = (event: string, at: string) =>
    sql`insert into webhook_deliveries (id, webhook_id, event, body, created_at)
      values (${randomUUID()}, ${hook}, ${event}, '', ${at})`.execute(db)
  await add('second', '2026-01-02T00:00:00Z')
  await add('first', '2026-01-01T00:00:00Z')
  await migrate(db)
  await add('third', '2026-01-03T00:00:00Z')
  const { rows } = await sql`select event, seq from webhook_deliveries order by seq`.execute(db)
  expect(rows).toEqual([
    { event: 'first', seq: 1 },
    { event: 'second', seq: 2 },
    { event: 'third', seq: 3 },
  ])
})

test('a database of a newer version is refused with a sentence that says so', async () => {
  const db = await emptyDatabase()
  await migrate(db)
  await sql`insert into schema_migrations values ('29990101T000000_flying_cranes', '')`.execute(db)
  await expect(migrate(db)).rejects.toThrow(
    'The database was opened by a newer Plumbline than this one, which does not know 29990101T000000_flying_cranes',
  )
})

test('a migration that has landed is never edited, and every one of them is written down', async () => {
  // npm run tables adds the new ones
  expect(Object.fromEntries(await hashMigrations())).toEqual(Object.fromEntries(await readLandedHashes()))
})

test('a new migration is named after the moment at which it was made', async () => {
  const names = [...(await hashMigrations()).keys()].filter((name) => name > LAST_NUMBER || !/^00/.test(name))
  expect(names.filter((name) => !/^20\d{6}T\d{6}_[a-z0-9_]+\.sql$/.test(name))).toEqual([])
})
