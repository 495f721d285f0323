import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { BlobMissingError, type BlobStore } from './blob-store.ts'
import { syncFile, syncParentFolders } from './sync.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Blobs as files below `folder`: written beside their place, synced and renamed, so that they outlive a power loss. */
export function createDiskStore(folder: string): BlobStore {
  const at = (key: string) => {
    const file = path.join(folder, key)
    if (!file.startsWith(folder + path.sep)) throw new Error(`blob key leaves the store: ${key}`)
    return file
  }
  /** Has `write` fill a file beside its place, which then takes the place, synced. */
  const place = async (key: string, write: (half: string) => Promise<void>) => {
    const file = at(key)
    await fsp.mkdir(path.dirname(file), { recursive: true })
    const half = `${file}.${randomBytes(6).toString('hex')}`
    try {
      await write(half)
      await syncFile(half)
      await fsp.rename(half, file)
    } finally {
      // also there after the rename where both names were one file already
      await fsp.rm(half, { force: true })
    }
    await syncParentFolders(folder, file)
  }
  const copyFile = (key: string, from: string) =>
    place(key, (half) =>
      // as another name of the same bytes, where the file system has that
      fsp.link(from, half).catch((error: unknown) => {
        if (isMissing(error)) throw error
        return fsp.copyFile(from, half)
      }),
    )
  return {
    put: (key, body) => place(key, (half) => fsp.writeFile(half, body, { flag: 'wx' })),
    copyFile,
    putFile: async (key, from) => {
      await copyFile(key, from)
      await fsp.rm(from, { force: true })
    },
    read: async (key, range) => {
      const handle = await fsp.open(at(key), 'r').catch((error: unknown) => {
        throw isMissing(error) ? new BlobMissingError(key) : error
      })
      return handle.createReadStream(range)
    },
    size: async (key) => {
      const found = await fsp.stat(at(key)).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      return found?.isFile() ? found.size : null
    },
    remove: (key) => fsp.rm(at(key), { recursive: true, force: true }),
    openLocalFile: async (key) => {
      if (!fs.existsSync(at(key))) throw new BlobMissingError(key)
      return { file: at(key), release: async () => {} }
    },
    isReady: () =>
      fsp.access(folder, fs.constants.W_OK).then(
        () => true,
        () => false,
      ),
    checkReady: () => fsp.access(folder, fs.constants.W_OK),
  }
}
