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
 * Stores the received bytes of each upload in a file named by its id. The file's length is the offset, and `sizeOf`
 * returns the total size. Disk errors keep their code, and acknowledged bytes are synced.
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

  /** number of received bytes; null if the upload does not exist */
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
    const offset = await this.getOffset(id)
    const size = await this.#sizeOf(id)
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
      // also after an error, since the next HEAD reports the bytes received until then
      await syncFile(file)
    }
  }

  override async remove(id: string): Promise<void> {
    await fsp.rm(this.getFile(id), { force: true })
    // metadata file of earlier server versions
    await fsp.rm(`${this.getFile(id)}.json`, { force: true })
  }

  /** Lists the uploads; `isForgotten`: not continued for a week. */
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
