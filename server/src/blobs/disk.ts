import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { BlobMissing, type Blobs } from './blobs.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Blobs as files below `folder`: written beside their place, synced and renamed. */
export function diskBlobs(folder: string): Blobs {
  const at = (key: string) => {
    const file = path.join(folder, key)
    if (!file.startsWith(folder + path.sep)) throw new Error(`blob key leaves the store: ${key}`)
    return file
  }
  const makeRoom = async (key: string) => {
    const file = at(key)
    await fsp.mkdir(path.dirname(file), { recursive: true })
    return file
  }
  return {
    put: async (key, body) => {
      const file = await makeRoom(key)
      const half = `${file}.${randomBytes(6).toString('hex')}`
      const handle = await fsp.open(half, 'wx')
      try {
        await handle.writeFile(body)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await fsp.rename(half, file)
    },
    putFile: async (key, from) => {
      const file = await makeRoom(key)
      await fsp.rename(from, file).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error
        const half = `${file}.${randomBytes(6).toString('hex')}`
        await fsp.copyFile(from, half)
        await fsp.rename(half, file)
        await fsp.rm(from, { force: true })
      })
    },
    read: async (key, range) => {
      const handle = await fsp.open(at(key), 'r').catch((error: unknown) => {
        throw isMissing(error) ? new BlobMissing(key) : error
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
    local: async (key) => {
      if (!fs.existsSync(at(key))) throw new BlobMissing(key)
      return { file: at(key), release: async () => {} }
    },
    ready: () =>
      fsp.access(folder, fs.constants.W_OK).then(
        () => true,
        () => false,
      ),
    check: () => fsp.access(folder, fs.constants.W_OK),
  }
}
