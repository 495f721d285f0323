import { Readable } from 'node:stream'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { BackupPlace } from './backup-place.ts'
import {
  inOneTransaction,
  listMigrations,
  listSequences,
  listTables,
  readTable,
  type SequenceState,
} from './copy-tables.ts'

/** The content of a backup; stored as `manifest.json` in its folder. */
export interface BackupManifest {
  format: 1
  made_at: string
  /** names of the migrations that its schema has */
  migrations: string[]
  tables: { name: string; columns: string[]; rows: number; sha256: string }[]
  sequences: SequenceState[]
  files: number
  bytes: number
}

/** A file of the store, a line of `files.jsonl`. */
export interface BackupFile {
  key: string
  size: number
  sha256: string
}

export interface BackupSource {
  databaseUrl: string
  blobs: BlobStore
  /** the server's secret if it is stored in DATA_DIR instead of SECRET_KEY */
  secretKey: string | null
}

const CHUNK_CHARACTERS = 64 * 1024

export interface BackupReport {
  name: string
  manifest: BackupManifest
  /** files that no earlier backup had */
  newFiles: number
}

class FileCopier {
  readonly files = new Map<string, BackupFile>()
  bytes = 0
  newFiles = 0
  readonly #blobs: BlobStore
  readonly #place: BackupPlace

  constructor(blobs: BlobStore, place: BackupPlace) {
    this.#blobs = blobs
    this.#place = place
  }

  /** Copies files that were not copied yet; skips files deleted in the meantime. */
  async copyNew(): Promise<void> {
    for await (const { key } of this.#blobs.list()) {
      if (this.files.has(key)) continue
      const bytes = await this.#blobs.read(key).catch((error: Error) => {
        if (error.name === 'BlobMissingError') return null
        throw error
      })
      if (!bytes) continue
      const { sha256, size, isNew } = await this.#place.putObject(bytes)
      this.files.set(key, { key, size, sha256 })
      this.bytes += size
      if (isNew) this.newFiles++
    }
  }
}

const countLines = async (stream: AsyncIterable<Buffer>, into: { rows: number }) => {
  const NEWLINE = 0x0a
  async function* counted() {
    for await (const chunk of stream) {
      for (const byte of chunk) if (byte === NEWLINE) into.rows++
      yield chunk
    }
  }
  return Readable.from(counted())
}

/** Copies all rows in one snapshot. */
function copyTables(url: string, name: string, place: BackupPlace) {
  return inOneTransaction(url, 'begin isolation level repeatable read read only', async (client) => {
    const tables: BackupManifest['tables'] = []
    for (const table of await listTables(client)) {
      const counter = { rows: 0 }
      const stream = await countLines(readTable(client, table), counter)
      const { sha256 } = await place.putNamed(`${name}/tables/${table.name}`, stream)
      tables.push({ ...table, rows: counter.rows, sha256 })
    }
    return { tables, migrations: await listMigrations(client), sequences: await listSequences(client) }
  })
}

/** A text of all lines would be longer than a string can be, for some millions of files. */
function* formatLines(files: Iterable<BackupFile>): Generator<Buffer> {
  let lines = ''
  for (const file of files) {
    lines += `${JSON.stringify(file)}\n`
    if (lines.length < CHUNK_CHARACTERS) continue
    yield Buffer.from(lines)
    lines = ''
  }
  yield Buffer.from(lines)
}

const toStream = (text: string) => Readable.from([Buffer.from(text)])

/**
 * Makes a backup of a running server. Copies files first, then all rows in one snapshot, then files added in the meantime,
 * so that every row has its bytes. Files without a row (deleted in the meantime) do no harm.
 */
export async function createBackup(
  { databaseUrl, blobs, secretKey }: BackupSource,
  place: BackupPlace,
  now: Date,
): Promise<BackupReport> {
  const name = now.toISOString().replaceAll(':', '-')
  const copier = new FileCopier(blobs, place)
  await copier.copyNew()
  // once more, so that little can be deleted between the snapshot and the last look
  await copier.copyNew()
  const rows = await copyTables(databaseUrl, name, place)
  await copier.copyNew()
  await place.putNamed(`${name}/files.jsonl`, Readable.from(formatLines(copier.files.values())))
  if (secretKey !== null) await place.putNamed(`${name}/secret.key`, toStream(secretKey))
  const manifest: BackupManifest = {
    format: 1,
    made_at: now.toISOString(),
    ...rows,
    files: copier.files.size,
    bytes: copier.bytes,
  }
  await place.putNamed(`${name}/manifest.json`, toStream(JSON.stringify(manifest)))
  return { name, manifest, newFiles: copier.newFiles }
}
