import fsp from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, getSqlState, type Tx } from './database.ts'

/** The folder of forward-only SQL files; ARCHITECTURE.md describes their names. */
export const migrationsFolder = path.join(import.meta.dirname, '../../migrations')

/** Advisory lock id, the same as that of Kysely's migrator, which earlier versions used. */
export const MIGRATION_LOCK = '3853314791062309107'

/** Deadlock, and a lock that was not free within the lock timeout. */
const RETRIED_STATES = new Set(['40P01', '55P03'])

interface LockWaits {
  /** Statements of other servers on the table wait behind the migration for so long; longer than PostgreSQL's deadlock_timeout. */
  timeoutMs: number
  /** pause between batches of those statements */
  pauseMs: number
  attempts: number
}
const LOCK_WAITS: LockWaits = { timeoutMs: 5000, pauseMs: 5000, attempts: 30 }

export interface MigrateOptions {
  folder?: string
  /** applies no others: the schema of an earlier version */
  only?: Set<string>
  lockWaits?: LockWaits
  /** called with a message for each repeated attempt */
  report?: (message: string) => void
}

interface Migrations {
  folder: string
  known: string[]
  only: Set<string> | undefined
}

async function readApplied(tx: Tx, { known, only }: Migrations): Promise<Set<string>> {
  await sql`create table if not exists schema_migrations
    (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(tx)
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(tx)
  const applied = new Set(rows.map(({ name }) => name))
  const unknown = [...applied, ...(only ?? [])].filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `The database was opened by a newer Plumbline than this one, which does not know ${unknown.sort().join(', ')}. Start the newer one, or restore a backup.`,
    )
  return applied
}

/** Applies the first missing migration in its own transaction; null: there is none. */
async function applyNext(db: Db, migrations: Migrations, lockTimeoutMs: number): Promise<string | null> {
  const { folder, known, only } = migrations
  let name: string | undefined
  try {
    await db.transaction().execute(async (tx) => {
      // no statement timeout, since changing a large table takes long
      await sql`set local statement_timeout = 0`.execute(tx)
      // of the transaction: a killed server's is released, and poolers know no locks of sessions
      await sql`select pg_advisory_xact_lock(${sql.raw(MIGRATION_LOCK)})`.execute(tx)
      const applied = await readApplied(tx, migrations)
      name = known.find((each) => !applied.has(each) && (only?.has(each) ?? true))
      if (name === undefined) return
      const statements = await fsp.readFile(path.join(folder, `${name}.sql`), 'utf8')
      // not before the advisory lock, which another server may hold for minutes
      await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx)
      await sql.raw(statements).execute(tx)
      await sql`insert into schema_migrations values (${name}, ${new Date().toISOString()})`.execute(tx)
    })
  } catch (error) {
    if (name !== undefined && RETRIED_STATES.has(getSqlState(error) ?? ''))
      throw new MigrationBlockedError(name, error)
    throw error
  }
  return name ?? null
}

class MigrationBlockedError extends Error {
  constructor(name: string, cause: unknown) {
    super(`The migration ${name} waits for transactions that use the same tables`, { cause })
  }
}

/** Repeats a migration that other transactions keep from its locks. */
async function applyNextPatiently(
  db: Db,
  migrations: Migrations,
  { timeoutMs, pauseMs, attempts }: LockWaits,
  report: (message: string) => void,
): Promise<string | null> {
  for (let attempt = 1; ; attempt++)
    try {
      return await applyNext(db, migrations, timeoutMs)
    } catch (error) {
      if (!(error instanceof MigrationBlockedError)) throw error
      if (attempt >= attempts)
        throw new Error(
          `${error.message}. It was tried ${attempts} times. Start again once they have ended, such as a backup; the migrations before it are applied.`,
          { cause: error.cause },
        )
      report(`${error.message}, and is tried again (${attempt} of ${attempts})`)
      await sleep(pauseMs)
    }
}

/**
 * Applies the missing migrations, one at a time under a lock for concurrent servers, so that each one's table locks are
 * released before the next waits for its own. Matched by name, not by order, since branches land in any order. Returns the
 * names of the migrations applied by this call.
 */
export async function migrate(
  db: Db,
  { folder = migrationsFolder, only, lockWaits = LOCK_WAITS, report = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  const files = (await fsp.readdir(folder)).filter((name) => name.endsWith('.sql'))
  const known = files.map((file) => file.replace(/\.sql$/, '')).sort()
  const applied: string[] = []
  for (;;) {
    const name = await applyNextPatiently(db, { folder, known, only }, lockWaits, report)
    if (name === null) return applied
    applied.push(name)
  }
}
