import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Db, openDatabase } from '../src/db/database.ts'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { migrate } from '../src/db/migrate.ts'

export interface BenchDatabase {
  db: Db
  databaseUrl: string
  dataDir: string
}

/**
 * Runs work with a database and a data folder, which are temporary unless `kept` names a folder for them, and with
 * additional PostgreSQL settings.
 */
export async function withDatabase(
  work: (place: BenchDatabase) => Promise<void>,
  settings: string[] = [],
  kept?: string,
): Promise<void> {
  const folder = kept ?? (await fsp.mkdtemp(path.join(os.tmpdir(), 'plumbline-bench-')))
  await fsp.mkdir(folder, { recursive: true })
  await fsp.chmod(folder, 0o755)
  const embedded = await startEmbeddedPostgres(folder, settings)
  const { db, close } = openDatabase(embedded.url, { isUnlimited: true })
  try {
    await migrate(db)
    await work({ db, databaseUrl: embedded.url, dataDir: path.join(folder, 'data') })
  } finally {
    await close()
    await embedded.stop()
    if (!kept) await fsp.rm(folder, { recursive: true, force: true })
  }
}
