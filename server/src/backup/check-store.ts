import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Manifest } from '@plumbline/bim/model'
import { type Kysely, sql } from 'kysely'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import {
  findFolder,
  type NamedFile,
  type NamedFileSource,
  namedFileSources,
  namedFolders,
} from './named-files.ts'

/** Compares rows with the stored bytes that they name, page by page, so that memory stays bounded. */

export interface StoreFinding {
  kind: 'MISSING' | 'WRONG_SIZE' | 'WRONG_SUM' | 'WITHOUT_ROW'
  key: string
  /** display name of the row; '' without a row */
  subject: string
  /** bytes as stored; null: missing */
  size: number | null
  /** number of bytes in the row */
  expected_size: number | null
}

/** Counts so far, and findings since the last report. */
export interface StoreCheckProgress {
  /** files that rows name */
  checked: number
  /** bytes that were read for checksums */
  summed_bytes: number
  /** stored files that were compared with rows */
  listed: number
  without_row: number
  without_row_bytes: number
  found: StoreFinding[]
}

export interface StoreCheckOptions {
  db: Db
  blobs: BlobStore
  now: () => Date
  /** reads every file with a checksum in its row */
  withSums: boolean
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const PARALLEL_LOOKS = 8
const KEYS_PER_LOOK = 500
/** a damaged manifest may name any number */
const MAX_PROPERTY_BLOCKS = 100_000
/** younger files may belong to a write that has not committed its row yet */
const MIN_AGE_MS = 24 * 3600_000

/** null: removed since it was found */
async function computeSum(blobs: BlobStore, key: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of await blobs.read(key)) hash.update(chunk)
  } catch (error) {
    if ((error as Error).name === 'BlobMissingError') return null
    throw error
  }
  return hash.digest('hex')
}

/** The parts of a manifest that name files; null: missing or not readable. */
async function readManifest(blobs: BlobStore, folder: string): Promise<Partial<Manifest> | null> {
  try {
    const manifest: unknown = JSON.parse(await text(await blobs.read(`${folder}/manifest.json`)))
    return manifest instanceof Object && 'chunks' in manifest && Array.isArray(manifest.chunks)
      ? (manifest as Manifest)
      : null
  } catch (error) {
    if (error instanceof SyntaxError || (error as Error).name === 'BlobMissingError') return null
    throw error
  }
}

/** The files of a converted model that its manifest names. */
function listModelFiles({ chunks = [], carried_file, property_blocks = 0, lines = 0 }: Partial<Manifest>) {
  const named = ['structure.json', ...(lines > 0 ? ['lines.json'] : [])]
  if (carried_file) named.push(String(carried_file))
  const blocks = Math.min(Number(property_blocks) || 0, MAX_PROPERTY_BLOCKS)
  for (let block = 0; block < blocks; block++) named.push(`props-${block}.json`)
  return [
    ...chunks.map(({ file, bytes }) => ({ name: file, size: bytes })),
    ...named.map((name) => ({ name, size: null })),
  ]
}

class StoreCheck {
  readonly #options: StoreCheckOptions
  readonly #counts = { checked: 0, summed_bytes: 0, listed: 0, without_row: 0, without_row_bytes: 0 }

  constructor(options: StoreCheckOptions) {
    this.#options = options
  }

  async #lookAt(file: NamedFile & { key: string }): Promise<StoreFinding | null> {
    const { blobs, withSums } = this.#options
    const { key, subject, sha256 } = file
    const expected_size = file.size === null ? null : Number(file.size)
    const size = await blobs.size(key)
    const finding = { key, subject, size, expected_size }
    this.#counts.checked++
    if (size === null) return { kind: 'MISSING', ...finding }
    if (expected_size !== null && size !== expected_size) return { kind: 'WRONG_SIZE', ...finding }
    if (!withSums || !sha256) return null
    this.#counts.summed_bytes += size
    const sum = await computeSum(blobs, key)
    if (sum === null) return { kind: 'MISSING', ...finding, size: null }
    return sum === sha256 ? null : { kind: 'WRONG_SUM', ...finding }
  }

  async #lookAtRow(file: NamedFile, areModels = false): Promise<StoreFinding[]> {
    const { key } = file
    if (key === null) return []
    const manifest = areModels ? await readManifest(this.#options.blobs, key) : {}
    const names = areModels
      ? [
          ...['result.json', 'manifest.json'].map((name) => ({ name, size: null })),
          ...listModelFiles(manifest ?? {}),
        ].map(({ name, size }) => ({ key: `${key}/${name}`, size }))
      : [{ key, size: file.size }]
    const found: StoreFinding[] = []
    for (const name of names) {
      const finding = await this.#lookAt({ ...file, ...name })
      if (finding) found.push(finding)
      else if (manifest === null && name.key.endsWith('/manifest.json'))
        found.push({ kind: 'WRONG_SUM', ...name, subject: file.subject, expected_size: null })
    }
    return found
  }

  async *#checkSource({ areModels, read }: NamedFileSource): AsyncGenerator<StoreCheckProgress> {
    const { db } = this.#options
    for (let after = FIRST_ID; ; ) {
      const { rows } = await read(after).execute(db)
      const last = rows.at(-1)
      if (!last) return
      let found: StoreFinding[] = []
      for (let from = 0; from < rows.length; from += PARALLEL_LOOKS) {
        const some = rows.slice(from, from + PARALLEL_LOOKS)
        found.push(...(await Promise.all(some.map((row) => this.#lookAtRow(row, areModels)))).flat())
        // a model has many files, and a checksum takes its time
        if (areModels || this.#options.withSums) yield { ...this.#counts, found: [] }
      }
      if (found.length > 0) {
        // rows deleted in the meantime no longer refer to anything
        const named = new Set((await read(after).execute(db)).rows.map(({ key }) => key))
        found = found.filter(({ key }) => named.has(areModels ? key.slice(0, key.lastIndexOf('/')) : key))
      }
      yield { ...this.#counts, found }
      after = last.id
    }
  }

  async #findWithoutRow(connection: Kysely<Tables>, files: { key: string; size: number }[]) {
    const folders = [...new Set(files.map(({ key }) => findFolder(key)))]
    const { rows } = await sql<{ folder: string }>`
      select listed.folder from unnest(${folders}::text[]) listed (folder)
      where not exists (select from named_folders n where n.folder = listed.folder)`.execute(connection)
    const unnamed = new Set(rows.map(({ folder }) => folder))
    return files.filter(({ key }) => unnamed.has(findFolder(key)))
  }

  /** Stored files without a row, found with a temporary table of all referenced folders. */
  async *#checkStored(connection: Kysely<Tables>): AsyncGenerator<StoreCheckProgress> {
    const { blobs, now } = this.#options
    const before = now().getTime() - MIN_AGE_MS
    const counts = this.#counts
    let files: { key: string; size: number }[] = []
    const compare = async (): Promise<StoreCheckProgress> => {
      const without = await this.#findWithoutRow(connection, files)
      counts.listed += files.length
      counts.without_row += without.length
      for (const { size } of without) counts.without_row_bytes += size
      files = []
      const found = without.map(
        ({ key, size }): StoreFinding => ({
          kind: 'WITHOUT_ROW',
          key,
          subject: '',
          size,
          expected_size: null,
        }),
      )
      return { ...counts, found }
    }
    for await (const { key, size, modified_at } of blobs.list()) {
      if (modified_at.getTime() > before) counts.listed++
      else if (files.push({ key, size }) >= KEYS_PER_LOOK) yield await compare()
    }
    yield await compare()
  }

  async *run(): AsyncGenerator<StoreCheckProgress> {
    for (const source of namedFileSources) yield* this.#checkSource(source)
    const connected = Promise.withResolvers<Kysely<Tables>>()
    const ended = Promise.withResolvers<void>()
    const holding = this.#options.db.connection().execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection)
      await sql`create temp table named_folders (folder text primary key)`.execute(connection)
      await sql`insert into named_folders ${namedFolders}`.execute(connection)
      connected.resolve(connection)
      await ended.promise
      await sql`drop table named_folders`.execute(connection)
    })
    holding.catch(connected.reject)
    try {
      yield* this.#checkStored(await connected.promise)
    } finally {
      ended.resolve()
      await holding
    }
  }
}

/** Yields after every page of rows and of stored files; whoever stops reading ends the check. */
export const checkStore = (options: StoreCheckOptions): AsyncGenerator<StoreCheckProgress> =>
  new StoreCheck(options).run()
