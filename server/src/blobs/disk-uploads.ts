import fs from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Upload } from '@tus/server'
import { syncFile, syncFolder } from './sync.ts'
import { type ReceivedFile, UploadStore, WEEK_MS } from './upload-store.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * Stores the received bytes of each upload in a file of this server, named by its id. The file's length is the offset. Disk
 * errors keep their code, and acknowledged bytes are synced.
 */
export class DiskUploads extends UploadStore {
  readonly folder: string

  constructor(folder: string, sizeOf: (id: string) => Promise<number | null>) {
    super(sizeOf)
    this.folder = folder
  }

  getFile(id: string): string {
    return path.join(this.folder, id)
  }

  override async getOffset(id: string): Promise<number | null> {
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

  override async openFile(id: string): Promise<ReceivedFile> {
    return { file: this.getFile(id), release: async () => {} }
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

  override async list(now: Date): Promise<{ id: string; isForgotten: boolean }[]> {
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
