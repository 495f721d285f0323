import { closeSync, fstatSync, fsync, openSync, readSync, writeSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { ArtefactSink } from '@plumbline/bim/read-model'
import type { ModelSource } from '@plumbline/bim/source'
import type { Artefact } from './messages.ts'

const compress = promisify(brotliCompress)
const flush = promisify(fsync)
const QUALITY = 5

/** A model's bytes from a file, read where they are asked for. */
export class FileSource implements ModelSource {
  readonly size: number
  #file: number

  constructor(file: string) {
    this.#file = openSync(file, 'r')
    this.size = fstatSync(this.#file).size
  }

  read(offset: number, length: number): Uint8Array {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)))
    let read = 0
    while (read < bytes.length) {
      const count = readSync(this.#file, bytes, read, bytes.length - read, offset + read)
      if (count === 0) break
      read += count
    }
    return bytes.subarray(0, read)
  }

  close(): void {
    closeSync(this.#file)
  }
}

/** Writes artefacts into a folder, as they are and compressed. Compression runs on the pool's threads meanwhile. */
export class FolderSink implements ArtefactSink {
  #folder: string
  #work: Promise<Artefact>[] = []

  constructor(folder: string) {
    this.#folder = folder
  }

  write(name: string, bytes: Uint8Array): void {
    const work = this.#store(name, bytes)
    // Looked at in finish(); until then a full disk must not end the process without a word.
    work.catch(() => {})
    this.#work.push(work)
  }

  /** Waits until everything is on the disk. Rejects when something could not be written. */
  async finish(): Promise<Artefact[]> {
    return await Promise.all(this.#work)
  }

  async #store(name: string, bytes: Uint8Array): Promise<Artefact> {
    const plain = this.#put(name, bytes)
    const small = await compress(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    })
    await Promise.all([settle(plain), settle(this.#put(`${name}.br`, small))])
    return { name, bytes: bytes.length, compressed_bytes: small.length }
  }

  #put(name: string, bytes: Uint8Array): number {
    const file = openSync(path.join(this.#folder, name), 'wx')
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    return file
  }
}

async function settle(file: number): Promise<void> {
  await flush(file)
  closeSync(file)
}
