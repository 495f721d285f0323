import fs from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { syncFile, syncFolder } from './sync.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
const WEEK_MS = 7 * 24 * 3600 * 1000

/**
 * The bytes that have arrived of each upload, as a file of its id. The file is all there is: its length is the offset,
 * and how long the upload is says `sizeOf`. Errors of the disk keep their code, and what a client is told to have
 * arrived is synced.
 */
export class UploadStore extends DataStore {
  readonly folder: string
  readonly #sizeOf: (id: string) => Promise<number | null>

  constructor(folder: string, sizeOf: (id: string) => Promise<number | null>) {
    super()
    this.folder = folder
    this.#sizeOf = sizeOf
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  getFile(id: string): string {
    return path.join(this.folder, id)
  }

  /** how many bytes have arrived; null when there is no such upload */
  async getOffset(id: string): Promise<number | null> {
    const found = await fsp.stat(this.getFile(id)).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    return found?.isFile() ? found.size : null
  }

  override async create(upload: Upload): Promise<Upload> {
    const handle = await fsp.open(this.getFile(upload.id), 'wx')
    await handle.close()
    await syncFolder(this.folder)
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const [offset, size] = [await this.getOffset(id), await this.#sizeOf(id)]
    if (offset === null || size === null) throw ERRORS.FILE_NOT_FOUND
    return new Upload({ id, size, offset })
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const file = this.getFile(id)
    const into = fs.createWriteStream(file, { flags: 'r+', start: offset })
    try {
      await pipeline(bytes, into)
      return offset + into.bytesWritten
    } finally {
      // also after an error: the next HEAD counts what arrived until then
      await syncFile(file)
    }
  }

  override async remove(id: string): Promise<void> {
    await fsp.rm(this.getFile(id), { force: true })
    // the record that earlier versions of the server kept beside it
    await fsp.rm(`${this.getFile(id)}.json`, { force: true })
  }

  /** The uploads that are there, and whether nobody has continued them for a week. */
  async list(now: Date): Promise<{ id: string; isForgotten: boolean }[]> {
    const ids = new Set((await fsp.readdir(this.folder)).map((name) => name.replace(/\.json$/, '')))
    return Promise.all(
      [...ids].map(async (id) => {
        const times = await Promise.all([this.getFile(id), `${this.getFile(id)}.json`].map(getChangedAt))
        return { id, isForgotten: now.getTime() - Math.max(...times) > WEEK_MS }
      }),
    )
  }
}

const getChangedAt = (file: string): Promise<number> =>
  fsp.stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
