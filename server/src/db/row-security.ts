import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, getSqlState, inTransaction, openDatabase, type Tx } from './database.ts'
import { MIGRATION_LOCK } from './migrate.ts'
import { listRowRules, type RowRule } from './row-security-rules.ts'
import { PROJECT_ROLE } from './scoped-query.ts'

/**
 * Row-level security between projects. Statements in a project's scope run as a role that cannot sign in, to which the
 * policies apply; all others run as the user of the connection, which policies leave alone: migrations, backups, work that
 * spans projects, and servers of earlier versions. The policies are not part of a migration, because the role belongs to
 * the database server: it may be missing there, may be created later, and a restored database has to find it.
 */

/** Changing a table waits for the transactions that use it, and all later ones wait behind it. */
const LOCK_TIMEOUT = '5s'

const ALL_ROWS = 'all_rows'
const PREFIX = 'in_project_'

/** The name changes with the condition, so that a later version replaces the policy. */
const namePolicy = ({ using, check }: RowRule): string =>
  PREFIX + createHash('sha256').update(`${using}\n${check}`).digest('hex').slice(0, 12)

export async function readRowRules(db: Tx): Promise<RowRule[]> {
  const { rows } = await sql<{ table: string }>`
    select c.relname as table from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'project_id'
      and not a.attisdropped order by 1`.execute(db)
  return listRowRules(rows.map(({ table }) => table))
}

interface TableState {
  table: string
  is_on: boolean
  may_use: boolean
  policies: string[]
}

const readStates = async (db: Tx): Promise<TableState[]> => {
  const { rows } = await sql<TableState>`
    select c.relname as table, c.relrowsecurity as is_on,
      has_table_privilege(${PROJECT_ROLE}, c.oid, 'select') and has_table_privilege(${PROJECT_ROLE}, c.oid, 'insert')
        and has_table_privilege(${PROJECT_ROLE}, c.oid, 'update') and has_table_privilege(${PROJECT_ROLE}, c.oid, 'delete') as may_use,
      array(select polname::text from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`.execute(db)
  return rows
}

/** The statements that give a table its policy; none if it has it. */
function listChanges(rule: RowRule, state: TableState | undefined): string[] {
  const { table, using, check } = rule
  const name = namePolicy(rule)
  const present = state?.policies ?? []
  const isComplete = state?.is_on && present.includes(name) && present.includes(ALL_ROWS)
  const outdated = present.filter((each) => each.startsWith(PREFIX) && each !== name)
  if (isComplete && outdated.length === 0) return []
  return [
    ...outdated.map((each) => `drop policy ${each} on ${table}`),
    // restrictive policies narrow the rows that a permissive one admits
    ...(present.includes(ALL_ROWS) ? [] : [`create policy ${ALL_ROWS} on ${table} using (true)`]),
    ...(present.includes(name)
      ? []
      : [
          `create policy ${name} on ${table} as restrictive to ${PROJECT_ROLE} using (${using}) with check (${check})`,
        ]),
    `alter table ${table} enable row level security`,
  ]
}

/** Creates the role and lets the users of both connections act as it. */
async function prepareProjectRole(db: Db, users: string[]): Promise<void> {
  const { rows } = await sql`select 1 from pg_roles where rolname = ${PROJECT_ROLE}`.execute(db)
  if (rows.length === 0)
    await sql`create role ${sql.ref(PROJECT_ROLE)} nologin`.execute(db).catch((error: unknown) => {
      // two servers that start at once
      if (!['42710', '23505'].includes(getSqlState(error) ?? '')) throw error
    })
  for (const user of users) {
    const { rows: members } = await sql<{ is_member: boolean }>`
      select r.rolsuper or exists (select 1 from pg_auth_members m where m.member = r.oid
        and m.roleid = ${PROJECT_ROLE}::regrole) as is_member from pg_roles r where r.rolname = ${user}`.execute(
      db,
    )
    if (members[0]?.is_member === false)
      await sql`grant ${sql.ref(PROJECT_ROLE)} to ${sql.ref(user)}`.execute(db)
  }
}

/** The statements that tables lack, by table, and whether the role may use all tables. */
async function planPolicies(tx: Tx) {
  const states = await readStates(tx)
  const byTable = new Map(states.map((state) => [state.table, state]))
  const rules = await readRowRules(tx)
  const changes = new Map(rules.map((rule) => [rule.table, listChanges(rule, byTable.get(rule.table))]))
  const missing = [...changes.keys()].filter((table) => changes.get(table)?.length)
  return { changes, missing, isGranted: states.every((state) => state.may_use) }
}

async function grantTables(tx: Tx): Promise<void> {
  const role = sql.ref(PROJECT_ROLE)
  await sql`grant usage on schema public to ${role}`.execute(tx)
  await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(tx)
  await sql`grant usage, select on all sequences in schema public to ${role}`.execute(tx)
}

/**
 * Changes each table in its own transaction: holding several locks, it would deadlock with writers that use the tables in
 * another order.
 */
async function preparePolicies(db: Db): Promise<void> {
  const { missing, isGranted } = await planPolicies(db)
  if (missing.length === 0 && isGranted) return
  const underLock = (work: (tx: Tx) => Promise<void>) =>
    inTransaction(db, async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(tx)
      await sql`select pg_advisory_xact_lock(${sql.raw(MIGRATION_LOCK)})`.execute(tx)
      await work(tx)
    })
  await underLock(grantTables)
  for (const table of missing)
    await underLock(async (tx) => {
      const { changes } = await planPolicies(tx)
      for (const change of changes.get(table) ?? []) await sql.raw(change).execute(tx)
    })
}

/** Why statements cannot run in the scope of a project by a connection of this URL; null: they can. */
export async function findRowSecurityGap(url: string): Promise<string | null> {
  const { db, close } = openDatabase(url, { max: 1 })
  try {
    const { rows } = await sql`select 1 from pg_roles where rolname = ${PROJECT_ROLE}`.execute(db)
    if (rows.length === 0) return `there is no role ${PROJECT_ROLE}`
    const states = new Map((await readStates(db)).map((state) => [state.table, state]))
    const open = (await readRowRules(db)).filter(
      (rule) => listChanges(rule, states.get(rule.table)).length > 0,
    )
    if (open.length > 0) return `these tables have no policy: ${open.map(({ table }) => table).join(', ')}`
    const denied = [...states.values()].filter(({ may_use }) => !may_use)
    if (denied.length > 0)
      return `${PROJECT_ROLE} may not use these tables: ${denied.map(({ table }) => table).join(', ')}`
    const active = await db.transaction().execute(async (tx) => {
      await sql`set local role ${sql.ref(PROJECT_ROLE)}`.execute(tx)
      return sql<{ is_active: boolean }>`select row_security_active('projects') as is_active`.execute(tx)
    })
    return active.rows[0]?.is_active ? null : `${PROJECT_ROLE} bypasses row-level security`
  } catch (error) {
    if (getSqlState(error) === '42501') return `the user may not act as ${PROJECT_ROLE}`
    throw error
  } finally {
    await close()
  }
}

/**
 * Sets row-level security up where it is missing. Returns why it is not in force, such as a user who may not create
 * roles; null: it is.
 */
export async function prepareRowSecurity(url: string, directUrl: string): Promise<string | null> {
  const users = [url, directUrl].map((each) => decodeURIComponent(new URL(each).username))
  const { db, close } = openDatabase(directUrl, { max: 1 })
  try {
    await prepareProjectRole(db, [...new Set(users)])
    await preparePolicies(db)
  } catch (error) {
    // a user without these rights, or a long transaction that holds a table: the next start tries it again
    const state = getSqlState(error) ?? ''
    if (!['42501', '0LP01', '55P03', '40P01'].includes(state)) throw error
    if (['55P03', '40P01'].includes(state)) return 'the tables were in use'
  } finally {
    await close()
  }
  return findRowSecurityGap(url)
}
