import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { INDEX_VERSION, type ModelRow } from '@plumbline/bim/elements/element-index'
import { type RawBuilder, sql } from 'kysely'
import { BlobMissing } from '../../blobs/blobs.ts'
import type { Server } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import type { ArtefactFolder } from '../artefacts.ts'
import { HASHES_FILE, INDEX_FILE, type IndexTable } from '../convert/index-file.ts'

/**
 * Puts the rows that a conversion wrote (convert/index-file.ts) into the database, batch by batch as they are: the
 * server never holds more than one. All or nothing, so that a cut-off try leaves nothing behind.
 */

/** The hashes that belong to a batch of elements: of its first one the shape's and the place's, and so on. */
interface BatchHashes {
  first: number
  /** an array as PostgreSQL writes it */
  hashes: string
}
type BatchInsert = (model: number, batch: Buffer, hashed: BatchHashes) => RawBuilder<unknown>

/**
 * Batches are put in by the database itself; `rows` is their JSON. They stay the bytes they are: as texts they would grow
 * old in the heap while the database takes them, and fill it with garbage.
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

/** Takes the place of a model's index; null when it is there already, also by somebody who is just finishing it. */
async function insertModel(tx: Tx, { team_id, key }: ArtefactFolder, row: ModelRow): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into element_models (team_id, artefacts_key, version, elements, storeys, cut)
    values (${team_id}, ${key}, ${row.version}, ${row.elements}, ${JSON.stringify(row.storeys)}::jsonb, ${row.cut})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

const NEWLINE = 0x0a

/** Lines of a text that comes in pieces, as bytes. */
async function* splitLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  for await (const piece of pieces) {
    let from = 0
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...begun, piece.subarray(from, end)])
      begun = []
      from = end + 1
    }
    begun.push(piece.subarray(from))
  }
}

/** The files of an index, by the names that the conversion gave them. */
type OpenFile = (name: string) => Promise<Readable> | Readable

/** Doubles from bytes that come in pieces, as many at a time as are wanted. */
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

/** Inserts every batch of an index, unless the model has its index already. */
export async function insertIndex(tx: Tx, folder: ArtefactFolder, open: OpenFile): Promise<void> {
  const bytes = await open(HASHES_FILE)
  const doubles = new DoubleReader(bytes)
  let model: number | null = null
  await pipeline(await open(INDEX_FILE), createGunzip(), async (pieces: AsyncIterable<Buffer>) => {
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
  }).finally(() => bytes.destroy())
}

type IndexServices = Pick<Server, 'db' | 'blobs' | 'now'>

/** Puts a fresh conversion's index into the database, in place of an older one. */
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

/** Notes that a model's index is used; false when there is none, or one of another version. */
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

/** Makes sure that stored artefacts have their index; false when the file has to be converted again for it. */
export async function ensureIndexed(desk: IndexServices, folder: ArtefactFolder): Promise<boolean> {
  if (await markIndexUsed(desk, folder)) return true
  try {
    const open = (name: string) => desk.blobs.read(`${folder.path}/${name}`)
    await inTransaction(desk.db, (tx) => insertIndex(tx, folder, open))
  } catch (error) {
    if (error instanceof BlobMissing) return false
    throw error
  }
  return markIndexUsed(desk, folder)
}

const UNUSED_RETENTION_MS = 24 * 3600 * 1000

/** indexes that one statement removes */
const BATCH = 5

/** Removes indexes that no version of a file uses any more. */
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
