import { randomBytes, randomUUID } from 'node:crypto'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { type Db, openDatabase } from '../src/db/database.ts'
import { migrate, migrationsFolder } from '../src/db/migrate.ts'
import { hashMigrations, readLandedHashes } from '../src/db/write-tables.ts'
import { databaseUrl } from './database.ts'
import { insertPlainIssue } from './plain-issue.ts'

/**
 * Opens databases of every historical state of the migrations. Some files were edited after they had landed: `landed/`
 * contains their old versions as `<name>.<version>.sql`, and `states.json` the files of each state.
 */

const landed = path.join(import.meta.dirname, 'landed')
interface State {
  at: string
  files: string[]
}
const states = JSON.parse(await fsp.readFile(path.join(landed, 'states.json'), 'utf8')) as State[]
/** A key of the state's special files: edited later, or present on other branches only. */
function oddities({ files }: State): string {
  const edited = files.filter((file) => /\.\d+\.sql$/.test(file)).join()
  const numbers = files.map((file) => Number(file.slice(0, 4)))
  return edited || `gaps: ${Math.max(...numbers) > numbers.length}`
}
/** One state of each kind; `npm run test:faults` opens all. */
const opened = process.env.FAULTS_STATES
  ? states
  : [...Map.groupBy(states, oddities).values()].flatMap((alike) => alike[0] ?? [])
/** the last numbered migration; later names are timestamps, which do not collide between branches */
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

/** Applies the files of a state like the server of that time. */
async function open(db: Db, { files }: State): Promise<void> {
  const folder = await fsp.mkdtemp(path.join(inject('testFolder'), 'state-'))
  try {
    for (const file of files) {
      const [, name, version] = /^(\w+)(\.\d+)?\.sql$/.exec(file) ?? []
      await fsp.copyFile(
        path.join(version ? landed : migrationsFolder, file),
        path.join(folder, `${name}.sql`),
      )
    }
    await migrate(db, { folder })
  } finally {
    await fsp.rm(folder, { recursive: true })
  }
}

/** Lists all objects of the schema, sorted. */
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

test('A database of every kind of historical state opens with the schema of a new one', async () => {
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

test('A database opened at every state in turn has the schema of a new one', async () => {
  const db = await emptyDatabase()
  // a server of that version did not change refused states
  for (const state of opened) await open(db, state).catch(() => {})
  await migrate(db)
  expect(await describe(db)).toEqual(await fresh())
})

/** The last state with this version of a file. */
const stateWith = (file: string): State =>
  states.findLast(({ files }) => files.includes(file)) ?? expect.unreachable(`nothing had ${file}`)

test('Attachments of the first schema keep their blob ids', async () => {
  const db = await emptyDatabase()
  await open(db, stateWith('0012_issue_parts.1.sql'))
  const { issue } = await insertPlainIssue(db)
  const id = randomUUID()
  await sql`insert into issue_attachments (id, issue_id, name, type, size, kind, sha256, round)
    values (${id}, ${issue}, 'a.pdf', 'application/pdf', 1, 'FILE', '', 0)`.execute(db)
  await migrate(db)
  const { rows } = await sql`select blob_id, has_original from issue_attachments`.execute(db)
  expect(rows).toEqual([{ blob_id: id, has_original: true }])
})

test('Converted models of the first schema are found under their company', async () => {
  const db = await emptyDatabase()
  await open(db, stateWith('0003_bim.1.sql'))
  const { team, project } = await insertPlainIssue(db)
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

test('Deliveries of the first schema are numbered in insertion order', async () => {
  const db = await emptyDatabase()
  await open(db, stateWith('0026_webhooks.1.sql'))
  const { project } = await insertPlainIssue(db)
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

test('Failed payments of the first schema keep their problem as a code', async () => {
  const db = await emptyDatabase()
  await open(db, stateWith('0021_billing.sql'))
  const { team } = await insertPlainIssue(db)
  const problems = [
    ['The card was declined. Use another one or ask your bank.', 'card_declined'],
    ['This card has insufficient funds.', 'card_without_funds'],
    ['This card has expired.', 'card_expired'],
    ['Your bank requires a confirmation, which was not given.', 'card_not_confirmed'],
    [null, null],
  ]
  for (const [index, [problem]] of problems.entries())
    await sql`insert into payments (id, team_id, at, amount, currency, state, method, problem)
      values (${randomUUID()}, ${team}, now(), ${index}, 'EUR', 'FAILED', 'Card', ${problem})`.execute(db)
  await migrate(db)
  const { rows } = await sql<{ problem_code: string }>`
    select problem_code from payments order by amount`.execute(db)
  expect(rows.map(({ problem_code }) => problem_code)).toEqual(problems.map(([, code]) => code))
})

test('A database of a newer version is refused with a clear message', async () => {
  const db = await emptyDatabase()
  await migrate(db)
  await sql`insert into schema_migrations values ('29990101T000000_flying_cranes', '')`.execute(db)
  await expect(migrate(db)).rejects.toThrow(
    'The database was opened by a newer Plumbline than this one, which does not know 29990101T000000_flying_cranes',
  )
})

test('Landed migrations are unchanged, and every migration has its hash in landed.sha256', async () => {
  // `npm run tables` adds new ones
  expect(Object.fromEntries(await hashMigrations())).toEqual(Object.fromEntries(await readLandedHashes()))
})

test('A new migration is named by its timestamp', async () => {
  const names = [...(await hashMigrations()).keys()].filter((name) => name > LAST_NUMBER || !/^00/.test(name))
  expect(names.filter((name) => !/^20\d{6}T\d{6}_[a-z0-9_]+\.sql$/.test(name))).toEqual([])
})
