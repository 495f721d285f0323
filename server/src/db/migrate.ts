import fsp from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { Db } from './database.ts'

const folder = path.join(import.meta.dirname, '../../migrations')

/** Forward-only SQL files in the order of their names. */
const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const names = (await fsp.readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const migrations: Record<string, Migration> = {}
    for (const name of names) {
      const text = await fsp.readFile(path.join(folder, name), 'utf8')
      migrations[name.replace(/\.sql$/, '')] = { up: async (db) => void (await sql.raw(text).execute(db)) }
    }
    return migrations
  },
}

/** Brings the schema up to date, under a lock that lets one of several servers do it. Returns what was applied. */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: sqlFiles,
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}
