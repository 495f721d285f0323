import fsp from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** The folder of forward-only SQL files; ARCHITECTURE.md says how they are named. */
export const migrationsFolder = path.join(import.meta.dirname, '../../migrations')

/** Advisory lock id, the same as that of Kysely's migrator, which earlier versions used. */
export const MIGRATION_LOCK = '3853314791062309107'

export interface MigrateOptions {
  folder?: string
  /** applies no others: the schema of an earlier version */
  only?: Set<string>
}

/**
 * Applies the missing migrations in one transaction, under a lock for concurrent servers. They are matched by name, not by
 * order, since branches land in any order. Returns the names of the applied migrations.
 */
export async function migrate(
  db: Db,
  { folder = migrationsFolder, only }: MigrateOptions = {},
): Promise<string[]> {
  const files = (await fsp.readdir(folder)).filter((name) => name.endsWith('.sql'))
  const known = files.map((file) => file.replace(/\.sql$/, '')).sort()
  return db.transaction().execute(async (tx) => {
    // no statement timeout, since changing a large table takes long
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${sql.raw(MIGRATION_LOCK)})`.execute(tx)
    await sql`create table if not exists schema_migrations
      (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(tx)
    const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(tx)
    const applied = new Set(rows.map(({ name }) => name))
    const unknown = [...applied, ...(only ?? [])].filter((name) => !known.includes(name))
    if (unknown.length > 0)
      throw new Error(
        `The database was opened by a newer Plumbline than this one, which does not know ${unknown.sort().join(', ')}. Start the newer one, or restore a backup.`,
      )
    const pending = known.filter((name) => !applied.has(name) && (only?.has(name) ?? true))
    for (const name of pending) {
      await sql.raw(await fsp.readFile(path.join(folder, `${name}.sql`), 'utf8')).execute(tx)
      await sql`insert into schema_migrations values (${name}, ${new Date().toISOString()})`.execute(tx)
    }
    return pending
  })
}
