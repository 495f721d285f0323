import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { BlobMissingError, type BlobStore, type StoredBlob, settleAll } from './blob-store.ts'
import { syncFile, syncFolders, syncParentFolders } from './sync.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** the end of a temporary file's name, of a write that runs or was cut off */
const TEMPORARY = /\.[0-9a-f]{12}$/
const buildTemporaryName = (file: string) => `${file}.${randomBytes(6).toString('hex')}`

async function* listFiles(folder: string, below: string): AsyncGenerator<StoredBlob> {
  const entries = await fsp.opendir(path.join(folder, below)).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for await (const entry of entries) {
    const key = below ? `${below}/${entry.name}` : entry.name
    if (entry.isDirectory()) yield* listFiles(folder, key)
    else if (!TEMPORARY.test(key)) {
      const found = await fsp.stat(path.join(folder, key)).catch(() => null)
      if (found) yield { key, size: found.size, modified_at: found.mtime }
    }
  }
}

/** Writes a file under its name with one handle; its folder is not synced. */
async function writeSynced(file: string, body: Uint8Array) {
  const temporary = buildTemporaryName(file)
  try {
    const handle = await fsp.open(temporary, 'wx')
    try {
      await handle.writeFile(body)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await fsp.rename(temporary, file)
  } catch (error) {
    await fsp.rm(temporary, { force: true })
    throw error
  }
}

/** Stores blobs as files below `folder`, written to a temporary file, synced and renamed, so that they survive a power loss. */
export function createDiskStore(folder: string): BlobStore {
  const getPath = (key: string) => {
    const file = path.join(folder, key)
    if (!file.startsWith(folder + path.sep)) throw new Error(`blob key leaves the store: ${key}`)
    return file
  }
  /** Lets `write` fill a temporary file, then syncs and renames it. */
  const writeAtomically = async (key: string, write: (temporary: string) => Promise<void>) => {
    const file = getPath(key)
    await fsp.mkdir(path.dirname(file), { recursive: true })
    const temporary = buildTemporaryName(file)
    try {
      await write(temporary)
      await syncFile(temporary)
      await fsp.rename(temporary, file)
    } finally {
      // still exists after the rename if both names were hard links to the same file
      await fsp.rm(temporary, { force: true })
    }
    await syncParentFolders(folder, file)
  }
  const copyFile = (key: string, from: string) =>
    writeAtomically(key, (temporary) =>
      // a hard link where the file system supports it
      fsp.link(from, temporary).catch((error: unknown) => {
        if (isMissing(error)) throw error
        return fsp.copyFile(from, temporary)
      }),
    )
  return {
    list: () => listFiles(folder, ''),
    putAll: async (items) => {
      const files = items.map(({ key, body }) => ({ file: getPath(key), body }))
      const folders = new Set(files.map(({ file }) => path.dirname(file)))
      for (const each of folders) await fsp.mkdir(each, { recursive: true })
      await settleAll(files.map(({ file, body }) => writeSynced(file, body)))
      await syncFolders(folder, folders)
    },
    put: (key, body) => writeAtomically(key, (temporary) => fsp.writeFile(temporary, body, { flag: 'wx' })),
    copyFile,
    putFile: async (key, from) => {
      await copyFile(key, from)
      await fsp.rm(from, { force: true })
    },
    read: async (key, range) => {
      const handle = await fsp.open(getPath(key), 'r').catch((error: unknown) => {
        throw isMissing(error) ? new BlobMissingError(key) : error
      })
      return handle.createReadStream(range)
    },
    size: async (key) => {
      const found = await fsp.stat(getPath(key)).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      return found?.isFile() ? found.size : null
    },
    remove: (key) => fsp.rm(getPath(key), { recursive: true, force: true }),
    openLocalFile: async (key) => {
      if (!fs.existsSync(getPath(key))) throw new BlobMissingError(key)
      return { file: getPath(key), release: async () => {} }
    },
    isReady: () =>
      fsp.access(folder, fs.constants.W_OK).then(
        () => true,
        () => false,
      ),
    checkReady: () => fsp.access(folder, fs.constants.W_OK),
  }
}
