import { closeSync, fstatSync, fsync, openSync, readSync, writeSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib'
import type { ArtefactSink } from '@plumbline/bim/read-model'
import type { ByteSource } from '@plumbline/bim/source'
import type { Artefact } from './messages.ts'

const compress = promisify(brotliCompress)
const syncFile = promisify(fsync)
/** Quality 5 takes a tenth of the time of 9; a window of 1 MB spans any artefact but the largest structure. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 20 }

/** The scan and the geometry engine read by so much. */
const MAX_BUFFER_BYTES = 1 << 22

/** A model's bytes from a file, read where they are asked for. */
export class FileSource implements ByteSource {
  readonly size: number
  #file: number
  /** what most reads answer: bytes made anew each time would fill memory until they are swept */
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

/** Writes artefacts into a folder, as they are and compressed. */
export class FolderSink implements ArtefactSink {
  #folder: string
  #inTurn: boolean
  #work: Promise<Artefact>[] = []

  /**
   * @param inTurn compresses at once instead of on the pool's threads: for many artefacts in a row, which would
   * otherwise wait in memory
   */
  constructor(folder: string, inTurn = false) {
    this.#folder = folder
    this.#inTurn = inTurn
  }

  write(name: string, bytes: Uint8Array): void {
    const plain = this.#put(name, bytes)
    const small = this.#inTurn ? brotliCompressSync(bytes, { params }) : compress(bytes, { params })
    const work = this.#settle(name, bytes.length, plain, small)
    // Looked at in finish(); until then a full disk must not end the process without a word.
    work.catch(() => {})
    this.#work.push(work)
  }

  /** Waits until everything is on the disk. Rejects when something could not be written. */
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
