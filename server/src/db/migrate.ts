import fsp from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** The folder of forward-only SQL files; ARCHITECTURE.md says how they are named. */
export const migrationsFolder = path.join(import.meta.dirname, '../../migrations')

/** Of one server at a time; Kysely's migrator, which ran here before, took the same. */
const LOCK = '3853314791062309107'

/**
 * Brings the schema up to date in one transaction, under a lock that lets one of several servers do it. What is
 * missing is applied by name, whatever was applied before: branches land in any order. Returns what was applied.
 */
export async function migrate(db: Db, folder = migrationsFolder): Promise<string[]> {
  const files = (await fsp.readdir(folder)).filter((name) => name.endsWith('.sql'))
  const known = files.map((file) => file.replace(/\.sql$/, '')).sort()
  return db.transaction().execute(async (tx) => {
    // the limit of requests is not one for the change of a large table
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${sql.raw(LOCK)})`.execute(tx)
    await sql`create table if not exists schema_migrations
      (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(tx)
    const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(tx)
    const applied = new Set(rows.map(({ name }) => name))
    const strange = [...applied].filter((name) => !known.includes(name))
    if (strange.length > 0)
      throw new Error(
        `The database was opened by a newer Plumbline than this one, which does not know ${strange.sort().join(', ')}. Start the newer one, or restore a backup.`,
      )
    const pending = known.filter((name) => !applied.has(name))
    for (const name of pending) {
      await sql.raw(await fsp.readFile(path.join(folder, `${name}.sql`), 'utf8')).execute(tx)
      await sql`insert into schema_migrations values (${name}, ${new Date().toISOString()})`.execute(tx)
    }
    return pending
  })
}
