import { closeSync, fstatSync, fsync, openSync, readSync, writeSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib'
import type { ArtefactSink } from '@plumbline/bim/read-model'
import type { ByteSource } from '@plumbline/bim/source'
import { linkChunk } from './before-files.ts'
import type { Artefact } from './messages.ts'

const compress = promisify(brotliCompress)
const syncFile = promisify(fsync)
/** Brotli quality 5 takes a tenth of the time of 9; a 1 MB window covers all artefacts but the largest structures. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 20 }

/** bytes; the scanner and the geometry engine read at most this much at once */
const MAX_BUFFER_BYTES = 1 << 22

/** Random access to the bytes of a model file. */
export class FileSource implements ByteSource {
  readonly size: number
  #file: number
  /** reused by most reads, because a new buffer each time would fill memory with garbage */
  #window = new Uint8Array(0)

  constructor(file: string) {
    this.#file = openSync(file, 'r')
    this.size = fstatSync(this.#file).size
  }

  read(offset: number, length: number): Uint8Array {
    const wanted = Math.max(0, Math.min(length, this.size - offset))
    const bytes = wanted > MAX_BUFFER_BYTES ? new Uint8Array(wanted) : this.#windowOf(wanted)
    let read = 0
    while (read < wanted) {
      const count = readSync(this.#file, bytes, read, wanted - read, offset + read)
      if (count === 0) break
      read += count
    }
    return bytes.subarray(0, read)
  }

  #windowOf(length: number): Uint8Array {
    if (this.#window.length < length) this.#window = new Uint8Array(length)
    return this.#window
  }

  close(): void {
    closeSync(this.#file)
  }
}

/** Writes artefacts into a folder, uncompressed and as Brotli. */
export class FolderSink implements ArtefactSink {
  #folder: string
  #inTurn: boolean
  #before: string | null
  #work: Promise<Artefact>[] = []

  /**
   * @param inTurn compresses synchronously instead of on the thread pool, where many artefacts in a row would queue up
   * in memory
   * @param before folder of the version before, from which chunks are copied
   */
  constructor(folder: string, inTurn = false, before: string | null = null) {
    this.#folder = folder
    this.#inTurn = inTurn
    this.#before = before
  }

  copy(name: string): void {
    if (!this.#before) throw new TypeError('There is no version before')
    this.#work.push(Promise.resolve(linkChunk(name, this.#before, this.#folder)))
  }

  write(name: string, bytes: Uint8Array): void {
    const plain = this.#put(name, bytes)
    const small = this.#inTurn ? brotliCompressSync(bytes, { params }) : compress(bytes, { params })
    const work = this.#settle(name, bytes.length, plain, small)
    // `finish` reports errors; until then a full disk must not end the process as an unhandled rejection
    work.catch(() => {})
    this.#work.push(work)
  }

  /** Resolves when everything is on disk; rejects if a write failed. */
  async finish(): Promise<Artefact[]> {
    return await Promise.all(this.#work)
  }

  async #settle(
    name: string,
    bytes: number,
    plain: number,
    compressed: Uint8Array | Promise<Uint8Array>,
  ): Promise<Artefact> {
    const small = await compressed
    await Promise.all([syncAndClose(plain), syncAndClose(this.#put(`${name}.br`, small))])
    return { name, bytes, compressed_bytes: small.length }
  }

  #put(name: string, bytes: Uint8Array): number {
    const file = openSync(path.join(this.#folder, name), 'wx')
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    return file
  }
}

async function syncAndClose(file: number): Promise<void> {
  await syncFile(file)
  closeSync(file)
}
