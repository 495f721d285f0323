import { randomBytes } from 'node:crypto'
import fsp, { type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { ERRORS, type Upload } from '@tus/server'
import { sql } from 'kysely'
import type { Server } from '../context.ts'
import { BlobMissingError } from './blob-store.ts'
import { type ReceivedFile, UploadStore, WEEK_MS } from './upload-store.ts'

/** Size of all pieces but the last. Uploads that have begun depend on it. */
const PIECE_BYTES = 8 * 1024 * 1024
/** Complete uploads changed within this time are left to the call that is about to finish them. */
const QUIET_MS = 30_000
const DAY_MS = 24 * 3600 * 1000
/** uploads per sweep */
const BATCH = 1000

const buildFolderKey = (id: string) => `uploads/${id}`
const buildPieceKey = (id: string, piece: string) => `${buildFolderKey(id)}/${piece}`

interface Received {
  id: string
  received: number
  pieces: string[]
}

/** Fills a local file with the next piece and hands each full one to `store`. */
class PieceWriter {
  #size: number
  #isOver = false
  readonly #handle: FileHandle
  readonly #store: (size: number) => Promise<void>

  /** `size`: bytes of the piece that `handle` has already */
  constructor(handle: FileHandle, size: number, store: (size: number) => Promise<void>) {
    this.#handle = handle
    this.#size = size
    this.#store = store
  }

  async #flush() {
    try {
      await this.#store(this.#size)
      await this.#handle.truncate(0)
      this.#size = 0
    } catch (error) {
      this.#isOver = true
      throw error
    }
  }

  async add(chunk: Buffer) {
    for (let from = 0; from < chunk.length; ) {
      const some = chunk.subarray(from, from + PIECE_BYTES - this.#size)
      await this.#handle.appendFile(some)
      from += some.length
      this.#size += some.length
      if (this.#size === PIECE_BYTES) await this.#flush()
    }
  }

  /** Stores the remaining bytes, unless storing has failed before. */
  async end() {
    if (this.#size > 0 && !this.#isOver) await this.#flush()
  }
}

type Services = Pick<Server, 'db' | 'blobs' | 'now'>

/**
 * Stores the received bytes of uploads as pieces in the object storage, so that any server continues an upload that was
 * cut at another. A piece counts once the row in `uploads` names it.
 */
export class SharedUploads extends UploadStore {
  readonly #services: Services
  readonly #temporary: string

  /** `temporary`: a folder for pieces on their way, from which old files are swept */
  constructor(services: Services, temporary: string, sizeOf: (id: string) => Promise<number | null>) {
    super(sizeOf)
    this.#services = services
    this.#temporary = temporary
  }

  #find(id: string): Promise<Received | undefined> {
    return this.#services.db
      .selectFrom('uploads')
      .select(['id', 'received', 'pieces'])
      .where('id', '=', id)
      .executeTakeFirst()
  }

  override async getOffset(id: string): Promise<number | null> {
    return (await this.#find(id))?.received ?? null
  }

  override async create(upload: Upload): Promise<Upload> {
    const changed_at = this.#services.now().toISOString()
    await this.#services.db
      .insertInto('uploads')
      .values({ id: upload.id, size: upload.size ?? 0, changed_at })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    return upload
  }

  /** Runs `work` with a temporary file, which stays only if `keeps`. */
  async #withTemporary<T>(
    id: string,
    work: (file: string, handle: FileHandle) => Promise<T>,
    keeps = false,
  ): Promise<T> {
    await fsp.mkdir(this.#temporary, { recursive: true })
    const file = path.join(this.#temporary, `${id}.${randomBytes(6).toString('hex')}`)
    const handle = await fsp.open(file, 'ax')
    let isKept = false
    try {
      const result = await work(file, handle)
      isKept = keeps
      return result
    } finally {
      await handle.close()
      if (!isKept) await fsp.rm(file, { force: true })
    }
  }

  /** Appends stored pieces to a local file. An upload that has lost one of its pieces starts again. */
  async #readPieces(id: string, pieces: string[], into: FileHandle): Promise<void> {
    try {
      for (const piece of pieces)
        for await (const chunk of await this.#services.blobs.read(buildPieceKey(id, piece)))
          await into.appendFile(chunk as Buffer)
    } catch (error) {
      if (error instanceof BlobMissingError) await this.remove(id)
      throw error
    }
  }

  /**
   * Stores a local file as the piece after the first `full` ones, replacing a shorter piece there; refuses if another call
   * has continued the upload since `upload` was read.
   */
  async #addPiece(upload: Received, file: string, size: number): Promise<Received> {
    const { db, blobs, now } = this.#services
    const { id } = upload
    const full = Math.floor(upload.received / PIECE_BYTES)
    const piece = `${full}-${randomBytes(6).toString('hex')}`
    const pieces = [...upload.pieces.slice(0, full), piece]
    const received = full * PIECE_BYTES + size
    await blobs.copyFile(buildPieceKey(id, piece), file)
    const { numUpdatedRows } = await db
      .updateTable('uploads')
      .set({ received, pieces, changed_at: now().toISOString() })
      .where('id', '=', id)
      .where('received', '=', upload.received)
      .executeTakeFirstOrThrow()
    const isAdded = numUpdatedRows > 0n
    for (const each of isAdded ? upload.pieces.slice(full) : [piece])
      await blobs.remove(buildPieceKey(id, each))
    if (!isAdded) throw ERRORS.ABORTED
    return { id, received, pieces }
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const found = await this.#find(id)
    if (found?.received !== offset) throw ERRORS.INVALID_OFFSET
    let upload = found
    const begun = offset % PIECE_BYTES
    await this.#withTemporary(id, async (file, handle) => {
      if (begun > 0) await this.#readPieces(id, upload.pieces.slice(-1), handle)
      const writer = new PieceWriter(handle, begun, async (size) => {
        // nothing has arrived since the last piece
        if (size > upload.received % PIECE_BYTES) upload = await this.#addPiece(upload, file, size)
      })
      try {
        for await (const chunk of bytes as AsyncIterable<Buffer>) await writer.add(chunk)
      } finally {
        // also after an error, since the next HEAD reports the bytes received until then
        await writer.end()
      }
    })
    return upload.received
  }

  override async openFile(id: string): Promise<ReceivedFile> {
    const upload = await this.#find(id)
    if (!upload) throw ERRORS.FILE_NOT_FOUND
    const copy = async (file: string, handle: FileHandle) => {
      await this.#readPieces(id, upload.pieces, handle)
      return { file, release: () => fsp.rm(file, { force: true }) }
    }
    return this.#withTemporary(id, copy, true)
  }

  /** Removes the bytes before the row: a removal that was cut off is repeated. */
  override async remove(id: string): Promise<void> {
    await this.#services.blobs.remove(buildFolderKey(id))
    await this.#services.db.deleteFrom('uploads').where('id', '=', id).execute()
  }

  /** Lists complete uploads and those not continued for a day, which may be abandoned or unexpected. */
  override async list(now: Date): Promise<{ id: string; isForgotten: boolean }[]> {
    const before = (ms: number) => sql<string>`${new Date(now.getTime() - ms).toISOString()}::timestamptz`
    const rows = await this.#services.db
      .selectFrom('uploads')
      .select(['id', 'changed_at'])
      .where((row) =>
        row.or([
          row('changed_at', '<', before(DAY_MS)),
          row.and([row('received', '>=', row.ref('size')), row('changed_at', '<', before(QUIET_MS))]),
        ]),
      )
      // complete uploads first: many abandoned ones must not delay an upload that somebody waits for
      .orderBy(sql`received >= size`, 'desc')
      .orderBy('changed_at')
      .limit(BATCH)
      .execute()
    return rows.map(({ id, changed_at }) => ({
      id,
      isForgotten: now.getTime() - Date.parse(changed_at) > WEEK_MS,
    }))
  }
}
