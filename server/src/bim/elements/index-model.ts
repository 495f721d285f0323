import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { INDEX_VERSION, type ModelRow } from '@plumbline/bim/elements/element-index'
import { type RawBuilder, sql } from 'kysely'
import { BlobMissingError } from '../../blobs/blob-store.ts'
import type { Server } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import type { ArtefactFolder } from '../artefacts.ts'
import { HASHES_FILE, INDEX_FILE, type IndexTable } from '../convert/index-file.ts'

/**
 * Inserts the rows written by a conversion (convert/index-file.ts) in one transaction, streaming one batch at a time
 * without parsing it.
 */

/** Hashes of a batch of elements: shape and placement of the first element, then of the next. */
interface BatchHashes {
  first: number
  /** a PostgreSQL array literal */
  hashes: string
}
type BatchInsert = (model: number, batch: Buffer, hashed: BatchHashes) => RawBuilder<unknown>

/**
 * PostgreSQL parses the JSON of a batch. Batches stay Buffers, because strings would be promoted to the old generation
 * while the database works, and fill the heap.
 */
const inserts: Record<Exclude<IndexTable, 'model'>, BatchInsert> = {
  elements: (model, batch, { first, hashes }) => sql`
    insert into elements (model_id, element, guid, name, tag, class, type, storey, properties_hash, shape_hash, place_hash)
    select ${model}::int, r.*, h.pairs[2 * (r.element - ${first}::int) + 1], h.pairs[2 * (r.element - ${first}::int) + 2]
    from (select ${hashes}::bigint[]) as h(pairs), json_to_recordset((${batch}::json) -> 'rows') as r(element int, guid text, name text, tag text, class text,
      type text, storey int, properties_hash bigint)`,
  properties: (model, batch) => sql`
    insert into element_properties (model_id, id, kind, set_name, name, unit, data_type, elements, distinct_values, top)
    select ${model}::int, r.* from json_to_recordset((${batch}::json) -> 'rows') as r(id int, kind text, set_name text,
      name text, unit text, data_type text, elements int, "distinct" int, top jsonb)`,
  values: (model, batch) => sql`
    insert into element_values (model_id, property, part, low_number, high_number, low_key, high_key, texts, folded,
      numbers, postings)
    select ${model}::int, property, part, low_number, high_number, low_key, high_key, texts, folded,
      decode(numbers, 'base64'), decode(postings, 'base64')
    from json_to_recordset((${batch}::json) -> 'rows') as r(property int, part int, low_number float8,
      high_number float8, low_key text, high_key text, texts text, folded text, numbers text, postings text)`,
}

/** Inserts the model's row; null if an index exists or a concurrent transaction has just inserted one. */
async function insertModel(tx: Tx, { team_id, key }: ArtefactFolder, row: ModelRow): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into element_models (team_id, artefacts_key, version, elements, storeys, cut)
    values (${team_id}, ${key}, ${row.version}, ${row.elements}, ${JSON.stringify(row.storeys)}::jsonb, ${row.cut})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

const NEWLINE = 0x0a

/** Splits a byte stream into lines. */
async function* splitLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let partial: Buffer[] = []
  for await (const piece of pieces) {
    let from = 0
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...partial, piece.subarray(from, end)])
      partial = []
      from = end + 1
    }
    partial.push(piece.subarray(from))
  }
}

/** Opens a file of the index by name. */
type OpenFile = (name: string) => Promise<Readable> | Readable

/** Reads doubles from a byte stream. */
class DoubleReader {
  readonly #pieces: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array()

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  async take(count: number): Promise<Float64Array> {
    const taken = new Float64Array(count)
    const bytes = new Uint8Array(taken.buffer)
    for (let filled = 0; filled < bytes.length; ) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#pieces.next()
        if (done) break
        this.#rest = value
      }
      const part = this.#rest.subarray(0, bytes.length - filled)
      bytes.set(part, filled)
      filled += part.length
      this.#rest = this.#rest.subarray(part.length)
    }
    return taken
  }
}

const BATCH_HEADER = /^\{"table":"(\w+)","first":(\d+),"count":(\d+)/
const BATCH_HEADER_BYTES = 100

/** Inserts every batch of an index, unless the model is indexed already. */
export async function insertIndex(tx: Tx, folder: ArtefactFolder, open: OpenFile): Promise<void> {
  const bytes = await open(HASHES_FILE)
  const doubles = new DoubleReader(bytes)
  let model: number | null = null
  const insertPieces = async (pieces: AsyncIterable<Buffer>) => {
    for await (const line of splitLines(pieces)) {
      const head = BATCH_HEADER.exec(line.toString('latin1', 0, BATCH_HEADER_BYTES))
      const [table, first, count] = [head?.[1] as IndexTable, Number(head?.[2]), Number(head?.[3])]
      if (table === 'model') {
        const { rows } = JSON.parse(line.toString()) as { rows: ModelRow[] }
        model = rows[0] ? await insertModel(tx, folder, rows[0]) : null
      } else if (model !== null) {
        const hashes = table === 'elements' ? `{${(await doubles.take(2 * count)).join()}}` : '{}'
        await inserts[table](model, line, { first, hashes }).execute(tx)
      }
    }
  }
  try {
    await pipeline(await open(INDEX_FILE), createGunzip(), insertPieces)
  } finally {
    bytes.destroy()
  }
}

type IndexServices = Pick<Server, 'db' | 'blobs' | 'now'>

/** Replaces the index of a model with that of a new conversion. */
export async function indexModel(
  { db }: IndexServices,
  folder: ArtefactFolder,
  outDir: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx
      .deleteFrom('element_models')
      .where('team_id', '=', folder.team_id)
      .where('artefacts_key', '=', folder.key)
      .execute()
    await insertIndex(tx, folder, (name) => createReadStream(path.join(outDir, name)))
  })
}

/** Updates the index's `used_at`; false if there is no index of the current version. */
async function markIndexUsed({ db, now }: IndexServices, { team_id, key }: ArtefactFolder): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('element_models')
    .set({ used_at: now().toISOString() })
    .where('team_id', '=', team_id)
    .where('artefacts_key', '=', key)
    .where('version', '=', INDEX_VERSION)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Indexes stored artefacts if needed; false if the file must be converted again. */
export async function ensureIndexed(services: IndexServices, folder: ArtefactFolder): Promise<boolean> {
  if (await markIndexUsed(services, folder)) return true
  try {
    const open = (name: string) => services.blobs.read(`${folder.path}/${name}`)
    await inTransaction(services.db, (tx) => insertIndex(tx, folder, open))
  } catch (error) {
    if (error instanceof BlobMissingError) return false
    throw error
  }
  return markIndexUsed(services, folder)
}

const UNUSED_RETENTION_MS = 24 * 3600 * 1000

/** indexes per delete statement */
const BATCH = 5

/** Deletes indexes that no version has used for a day. */
export async function sweepIndexes({ db, now }: Pick<Server, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - UNUSED_RETENTION_MS).toISOString()
  for (;;) {
    const { rows } = await sql`
      delete from element_models where id in (
        select m.id from element_models m where m.used_at < ${before} and not exists (
          select from bim_file_variants v where v.artefacts_team_id = m.team_id and v.artefacts_key = m.artefacts_key)
        limit ${BATCH})
      returning id`.execute(db)
    if (rows.length < BATCH) return
  }
}
