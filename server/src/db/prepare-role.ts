import { sql } from 'kysely'
import { type Db, getSqlState, openDatabase } from './database.ts'
import { isTransientError } from './transient-errors.ts'
import { UtcClient } from './utc-client.ts'

/**
 * Timeouts of every connection of this role to this database. They are set on the role, because a pooler opens the
 * connections itself and resets session settings after each transaction.
 */

const LIMITS = { statement_timeout: '30s', idle_in_transaction_session_timeout: '60s' } as const

const limitStatements = Object.entries(LIMITS)
  .map(
    ([name, value]) =>
      `execute format('alter role %I in database %I set ${name} = ''${value}''', session_user, current_database());`,
  )
  .join('\n')

async function setRoleLimits(db: Db): Promise<void> {
  const { rows } = await sql<{ set: string[] }>`
    select s.setconfig as set from pg_db_role_setting s
      join pg_database d on d.oid = s.setdatabase join pg_roles r on r.oid = s.setrole
    where d.datname = current_database() and r.rolname = session_user`.execute(db)
  if (Object.entries(LIMITS).every(([name, value]) => rows[0]?.set.includes(`${name}=${value}`))) return
  for (let attempt = 1; ; attempt++) {
    try {
      await sql.raw(`do $$ begin ${limitStatements} end $$`).execute(db)
      return
    } catch (error) {
      // "tuple concurrently updated": another server sets the same limits
      if (attempt === 4 || getSqlState(error) !== 'XX000') throw error
    }
  }
}

const areLimitsInForce = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ timezone: string; statement_timeout: string }>`
    select current_setting('timezone') as timezone, current_setting('statement_timeout') as statement_timeout`.execute(
    db,
  )
  const [now] = rows
  if (now?.timezone !== 'UTC')
    throw new Error(
      `DATABASE_URL: its connections are in the time zone ${now?.timezone}, not in UTC. Run "alter role … in database … set timezone = 'UTC'", or let the pooler pass on what clients set.`,
    )
  return now.statement_timeout !== '0'
}

/** Closes idle connections that a pooler opened before the limits were set, this connection last. */
async function closeOldConnections(db: Db) {
  const ended = sql`select pg_terminate_backend(pid) from (
    select pid from pg_stat_activity
    where usename = session_user and datname = current_database() and (state = 'idle' or pid = pg_backend_pid())
    order by pid = pg_backend_pid()) old`.execute(db)
  await ended.catch((error: unknown) => {
    if (!isTransientError(error)) throw error
  })
}

const MAX_ATTEMPTS = 3

/**
 * Sets the timeouts and checks that connections of `url` are in UTC; throws otherwise. Returns whether the timeouts are in
 * force: a pooler may still use connections that it opened before they were set.
 */
export async function prepareRole(url: string, directUrl: string): Promise<boolean> {
  const on = async <T>(address: string, work: (db: Db) => Promise<T>): Promise<T> => {
    const { db, close } = openDatabase(address, { max: 1 })
    return work(db).finally(close)
  }
  await on(directUrl, setRoleLimits)
  // if `url` uses another role
  if (new URL(url).username !== new URL(directUrl).username) await on(url, setRoleLimits)
  for (let turn = 1; turn <= MAX_ATTEMPTS; turn++) {
    const holds = await on(url, async (db) => {
      if (await areLimitsInForce(db)) return true
      await closeOldConnections(db)
      return false
    })
    if (holds) return true
  }
  return false
}

/** Whether a URL points to PostgreSQL itself: a pooler reports another process id to its clients than the database. */
export async function isDirectUrl(url: string): Promise<boolean> {
  const client = new UtcClient({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid === (client as unknown as { processID: number }).processID
  } finally {
    await client.end()
  }
}
