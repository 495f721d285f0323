import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { getSqlState, inTransaction, type Tx } from './database.ts'
import { acrossProjects, inProject } from './project-scope.ts'
import { findRowSecurityGap, prepareRowSecurity, readRowRules } from './row-security.ts'
import { tablesWithoutPolicy } from './row-security-rules.ts'

/**
 * Row-level security between projects, tested on every table that the catalogue shows to hold project data: each gets one
 * row for each of two projects, with values made up from the types of its columns.
 */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const A = '00000000-0000-4000-8000-00000000000a'
const B = '00000000-0000-4000-8000-00000000000b'

interface Reference {
  table: string
  column: string
  parent: string
}

/** Foreign keys of a single column. */
const listReferences = async (): Promise<Reference[]> => {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as parent
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by 1, 2`.execute(app.server.db)
  return rows
}

test('Every table with project data has a policy, or a reason why it has none', async () => {
  const { db } = app.server
  const rules = await readRowRules(db)
  const ruled = new Set(rules.map(({ table }) => table))
  const references = await listReferences()
  const missing = references.filter(
    ({ table, parent }) => ruled.has(parent) && !ruled.has(table) && !(table in tablesWithoutPolicy),
  )
  expect(missing).toEqual([])
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'project_id'`.execute(db)
  expect(rows.filter(({ table }) => !ruled.has(table) && !(table in tablesWithoutPolicy))).toEqual([])
  // reasons for tables that no longer exist
  const names = new Set([...references, ...rows].map(({ table }) => table))
  expect(Object.keys(tablesWithoutPolicy).filter((table) => !names.has(table))).toEqual([])
  expect(await findRowSecurityGap(app.url)).toBe(null)
})

test('A table without its policy is named as a gap', async () => {
  const { db } = app.server
  await sql`alter table markers disable row level security`.execute(db)
  expect(await findRowSecurityGap(app.url)).toBe('these tables have no policy: markers')
  await sql`alter table markers enable row level security`.execute(db)
  await sql`revoke delete on levels from plumbline_project`.execute(db)
  expect(await findRowSecurityGap(app.url)).toBe('plumbline_project may not use these tables: levels')
  await sql`grant delete on levels to plumbline_project`.execute(db)
  expect(await findRowSecurityGap(app.url)).toBe(null)
})

test('A table that is given its policy is free again while the next one is in use', async () => {
  const { db } = app.server
  for (const table of ['issues', 'levels'])
    await sql`alter table ${sql.table(table)} disable row level security`.execute(db)
  const { prepared } = await db.transaction().execute(async (tx) => {
    await sql`lock table levels in row exclusive mode`.execute(tx)
    await sql`set local lock_timeout = '1ms'`.execute(tx)
    const gap = prepareRowSecurity(app.url, app.url)
    const waiting = sql`select from pg_locks where not granted and relation = 'levels'::regclass`
    await expect.poll(async () => (await waiting.execute(db)).rows.length, { timeout: 20_000 }).toBe(1)
    await sql`lock table issues in row exclusive mode`.execute(tx)
    return { prepared: () => gap }
  })
  expect(await prepared()).toBe(null)
})

interface Column {
  table: string
  column: string
  type: string
  is_required: boolean
}

const samples: Record<string, () => RawBuilder<unknown>> = {
  uuid: () => sql`gen_random_uuid()`,
  text: () => sql`gen_random_uuid()::text`,
  int4: () => sql`(random() * 1000000)::int`,
  int8: () => sql`(random() * 1000000)::int`,
  numeric: () => sql`1`,
  float8: () => sql`1`,
  bool: () => sql`true`,
  jsonb: () => sql`'{}'::jsonb`,
  timestamptz: () => sql`now()`,
  date: () => sql`current_date`,
  bytea: () => sql`'\\x00'::bytea`,
  tsvector: () => sql`''::tsvector`,
  _text: () => sql`'{}'::text[]`,
  _uuid: () => sql`'{}'::uuid[]`,
}

/** Removes constraints and triggers, which would refuse made-up rows and do not affect visibility. */
async function removeConstraints() {
  const { rows } = await sql<{ change: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as change from pg_constraint
    where contype in ('f', 'c') and connamespace = 'public'::regnamespace
    union all select format('alter table %s disable trigger user', tgrelid::regclass) from pg_trigger t
    join pg_class c on c.oid = t.tgrelid where not tgisinternal and c.relnamespace = 'public'::regnamespace`.execute(
    app.server.db,
  )
  for (const { change } of rows) await sql.raw(change).execute(app.server.db)
}

/** The column by which a row belongs to a project, and its parent if that is another table's id. */
interface Belonging {
  column: string
  parent: string | null
}

async function readBelongings(): Promise<Map<string, Belonging>> {
  const rules = await readRowRules(app.server.db)
  return new Map(
    rules.map(({ table, using }) => {
      const [, parent = null, column] = /from (\w+) parent where parent\.id = \w+\.(\w+)/.exec(using) ?? []
      return [table, { parent, column: column ?? (table === 'projects' ? 'id' : 'project_id') }]
    }),
  )
}

describe('With a row for each of two projects in every table', () => {
  let belongings: Map<string, Belonging>
  let columns: Map<string, Column[]>
  /** values of the column by which a row belongs to its project, by table */
  const owners = new Map<string, Record<string, string>>()
  const ids = new Map<string, Record<string, string>>()

  async function fill(table: string): Promise<void> {
    if (ids.has(table)) return
    const { column, parent } = belongings.get(table) as Belonging
    if (parent) await fill(parent)
    const owner = parent ? (ids.get(parent) as Record<string, string>) : { [A]: A, [B]: B }
    const own = table === 'projects' ? owner : { [A]: randomUUID(), [B]: randomUUID() }
    owners.set(table, owner)
    ids.set(table, own)
    for (const project of [A, B]) {
      const needed = (columns.get(table) ?? []).filter((each) => each.is_required || each.column === column)
      const values = needed.map((each) => {
        if (each.column === column) return sql`${owner[project]}::uuid`
        if (each.column === 'id' && each.type === 'uuid') return sql`${own[project]}::uuid`
        const sample = samples[each.type]
        if (!sample) throw new Error(`No sample of ${each.type}`)
        return sample()
      })
      const names = needed.map((each) => sql.ref(each.column))
      await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(
        app.server.db,
      )
    }
  }

  beforeAll(async () => {
    await removeConstraints()
    belongings = await readBelongings()
    const { rows } = await sql<Column>`
      select table_name as table, column_name as column, udt_name as type,
        is_nullable = 'NO' and column_default is null as is_required
      from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER'`.execute(
      app.server.db,
    )
    columns = Map.groupBy(rows, ({ table }) => table)
    for (const table of belongings.keys()) await fill(table)
  })

  /**
   * Runs statements on the rows of two projects within the scope of one, and rolls back; returns which of them were allowed.
   */
  async function probe(table: string) {
    const { column } = belongings.get(table) as Belonging
    const owner = owners.get(table) as Record<string, string>
    const [name, key] = [sql.table(table), sql.ref(column)]
    const names = sql.join((columns.get(table) ?? []).map((each) => sql.ref(each.column)))
    const { rows: strangers } = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${name} t where ${key} = ${owner[B]}`.execute(app.server.db)
    const stranger = sql`select ${names} from jsonb_populate_record(null::${name}, ${JSON.stringify(strangers[0]?.row)}::jsonb)`
    const undone = new Error('undone')
    const attempt = async <T>(work: (tx: Tx) => Promise<T>): Promise<T | string> => {
      let result: T | string = ''
      await inTransaction(app.server.db, async (tx) => {
        result = await work(tx).catch((error: unknown) => getSqlState(error) ?? String(error))
        throw undone
      }).catch((error: unknown) => {
        if (error !== undone) throw error
      })
      return result
    }
    const count = async (query: RawBuilder<unknown>, tx: Tx) =>
      Number((await query.execute(tx)).numAffectedRows ?? 0)
    const values = sql<{ value: string }>`select ${key}::text as value from ${name}`
    return inProject(A, async () => ({
      read: (await values.execute(app.server.db)).rows.map(({ value }) => value),
      readLocked: await attempt(async (tx) => (await sql`${values} for update`.execute(tx)).rows.length),
      updated: await attempt((tx) => count(sql`update ${name} set ${key} = ${key}`, tx)),
      deleted: await attempt((tx) => count(sql`delete from ${name} where ${key} = ${owner[B]}`, tx)),
      movedThere: await attempt((tx) => count(sql`update ${name} set ${key} = ${owner[B]}`, tx)),
      inserted: await attempt((tx) => count(sql`insert into ${name} (${names}) ${stranger}`, tx)),
    }))
  }

  test('The scope of one project neither shows nor changes rows of another, and refuses to write them', async () => {
    const found: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const table of belongings.keys()) {
      found[table] = await probe(table)
      expected[table] = {
        read: [owners.get(table)?.[A]],
        readLocked: 1,
        updated: 1,
        deleted: 0,
        movedThere: '42501',
        inserted: '42501',
      }
    }
    expect(found).toEqual(expected)
    expect(Object.keys(found).length).toBeGreaterThan(40)
  })

  test('Work across projects reads the rows of all, before, within and after work in one of them', async () => {
    const { db } = app.server
    const read = async (tx: Tx) =>
      (await tx.selectFrom('levels').select('project_id').orderBy('project_id').execute()).map(
        ({ project_id }) => project_id,
      )
    expect(await read(db)).toEqual([A, B])
    await inTransaction(db, async (tx) => {
      expect(await read(tx)).toEqual([A, B])
      await inProject(B, async () => {
        expect(await read(tx)).toEqual([B])
        expect(await acrossProjects('test', () => read(tx))).toEqual([A, B])
        expect(await read(tx)).toEqual([B])
      })
      expect(await inProject(A, () => read(tx))).toEqual([A])
      expect(await read(tx)).toEqual([A, B])
    })
    expect(await read(db)).toEqual([A, B])
  })

  test('Calls at the same time, in different scopes of few connections, each read their own rows', async () => {
    const { db } = app.server
    const read = (project: string | null) => {
      const work = async () =>
        (await db.selectFrom('levels').select('project_id').where('name', '!=', 'x').execute()).map(
          ({ project_id }) => project_id,
        )
      return project ? inProject(project, work) : work()
    }
    const scopes = Array.from({ length: 300 }, (_, n) => [A, B, null][n % 3] ?? null)
    const answers = await Promise.all(scopes.map(read))
    for (const [n, scope] of scopes.entries())
      expect(answers[n]?.toSorted()).toEqual(scope ? [scope] : [A, B])
  })

  test('A failed statement in a scope leaves the connection without one', async () => {
    const { db } = app.server
    for (let n = 0; n < 30; n++)
      await expect(inProject(A, () => sql`select 1 / ${0}::int`.execute(db))).rejects.toThrow('zero')
    const { rows } = await sql`select count(*)::int as count from levels`.execute(db)
    expect(rows).toEqual([{ count: 2 }])
  })
})
