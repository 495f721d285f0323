import fs from 'node:fs'
import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { BlobStore } from '../blobs/blob-store.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import type { BackupPlace } from './backup-place.ts'
import { countRows, inOneTransaction, listTables, whileUnchecked, writeTable } from './copy-tables.ts'
import type { BackupFile, BackupManifest } from './create-backup.ts'

export class RestoreRefusedError extends Error {}

export interface RestoreTarget {
  databaseUrl: string
  blobs: BlobStore
  /** stores the secret of the backup; null: SECRET_KEY is set */
  writeSecret: ((secret: string) => Promise<void>) | null
}

async function readText(place: BackupPlace, name: string, folder: string): Promise<string> {
  const file = path.join(folder, 'text')
  await place.readNamed(name, file)
  return fsp.readFile(file, 'utf8')
}

/** Creates the schema of the backup's version; a newer Plumbline migrates it at its next start. */
async function createSchema(url: string, { migrations }: BackupManifest): Promise<void> {
  const { db, close } = openDatabase(url, { max: 1, isUnlimited: true })
  try {
    await migrate(db, { only: new Set(migrations) })
    const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (user)
      throw new RestoreRefusedError(
        'This database has users. Restore into an empty one, so that nothing is overwritten.',
      )
    const applied = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
    const newer = applied.rows.map(({ name }) => name).filter((name) => !migrations.includes(name))
    // they would count as applied, though nobody applied them to the rows of the backup
    if (newer.length > 0)
      throw new RestoreRefusedError(
        `The schema of this database is newer than the backup: it has ${newer.join(', ')}. Restore into a database on which no server was started yet.`,
      )
  } finally {
    await close()
  }
}

/** Fills the tables in one transaction: an error leaves them empty. */
async function restoreRows(
  url: string,
  manifest: BackupManifest,
  read: (table: BackupManifest['tables'][number], file: string) => Promise<void>,
  folder: string,
): Promise<void> {
  await inOneTransaction(url, 'begin', async (client) => {
    const present = await listTables(client)
    await whileUnchecked(client, present, async () => {
      // rows that migrations have inserted
      for (const { name } of present) await client.query(`delete from public."${name}"`)
      for (const table of manifest.tables) {
        const file = path.join(folder, 'table')
        await read(table, file)
        await pipeline(fs.createReadStream(file), writeTable(client, table))
      }
    })
    for (const { name, last_value } of manifest.sequences)
      if (last_value !== null) await client.query('select setval($1, $2)', [`public.${name}`, last_value])
    for (const table of manifest.tables) {
      const rows = await countRows(client, table)
      if (rows !== table.rows)
        throw new Error(`${table.name} has ${rows} rows after the restore, the backup has ${table.rows}`)
    }
  })
}

async function restoreFiles(
  place: BackupPlace,
  name: string,
  blobs: BlobStore,
  folder: string,
): Promise<number> {
  const list = path.join(folder, 'files')
  await place.readNamed(`${name}/files.jsonl`, list)
  let count = 0
  for await (const line of readline.createInterface({ input: fs.createReadStream(list) })) {
    const { key, sha256 } = JSON.parse(line) as BackupFile
    const file = path.join(folder, 'file')
    await place.readObject(sha256, file)
    await blobs.putFile(key, file)
    count++
  }
  return count
}

/** Restores a backup into an empty installation: files first, then the rows that name them. */
export async function restoreBackup(
  place: BackupPlace,
  name: string,
  { databaseUrl, blobs, writeSecret }: RestoreTarget,
): Promise<BackupManifest> {
  const folder = await fsp.mkdtemp(path.join(os.tmpdir(), 'plumbline-restore-'))
  try {
    const manifest = JSON.parse(await readText(place, `${name}/manifest.json`, folder)) as BackupManifest
    await createSchema(databaseUrl, manifest)
    const files = await restoreFiles(place, name, blobs, folder)
    if (files !== manifest.files) throw new Error(`The list has ${files} files, the backup ${manifest.files}`)
    if (writeSecret) {
      const secret = await readText(place, `${name}/secret.key`, folder).catch((error: Error) => {
        if (error.name === 'BlobMissingError') return null
        throw error
      })
      if (secret === null)
        throw new RestoreRefusedError('Set SECRET_KEY to that of the server which made this backup.')
      await writeSecret(secret)
    }
    await restoreRows(
      databaseUrl,
      manifest,
      (table, file) => place.readNamed(`${name}/tables/${table.name}`, file, table.sha256),
      folder,
    )
    return manifest
  } finally {
    await fsp.rm(folder, { recursive: true, force: true })
  }
}
