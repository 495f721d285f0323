import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { BlobStore } from '../blobs/blob-store.ts'
import { createDiskStore } from '../blobs/disk-store.ts'
import { createS3Store } from '../blobs/s3-store.ts'

/**
 * A folder or bucket of backups. Contents stand once under `objects/`, named by their SHA-256, whichever backups have
 * them; each backup has a folder of its own with its list. Everything is compressed (zstd) and, with a key, encrypted:
 * AES-256-GCM, 12 bytes of nonce before and 16 bytes of tag after the data; names are then HMACs.
 */
export interface BackupPlace {
  /** stores a stream under its content; returns its SHA-256 and size */
  putObject: (from: Readable) => Promise<StoredObject>
  /** stores a stream under a name; returns its SHA-256 and size */
  putNamed: (name: string, from: Readable) => Promise<StoredObject>
  /** writes the decrypted bytes to a file; throws when they are damaged or encrypted with another key */
  readObject: (sha256: string, file: string) => Promise<void>
  /** as above; compares with the SHA-256, if one is given */
  readNamed: (name: string, file: string, sha256?: string) => Promise<void>
  /** names of all backups, oldest first */
  listBackups: () => Promise<string[]>
}

interface StoredObject {
  sha256: string
  size: number
  /** false: an earlier backup had it already */
  isNew: boolean
}

const IV_BYTES = 12
const TAG_BYTES = 16
const MANIFEST = 'manifest.json'

class DamagedBackupError extends Error {}

const deriveKey = (password: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', password, '', `plumbline backup ${purpose}`, 32))

/** Encrypts a stream. */
function createSealer(key: Buffer): Transform {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  let isFirst = true
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isFirst) this.push(iv)
      isFirst = false
      done(null, cipher.update(chunk))
    },
    flush(done) {
      if (isFirst) this.push(iv)
      this.push(cipher.final())
      done(null, cipher.getAuthTag())
    },
  })
}

/** Decrypts a file. */
async function openSealed(key: Buffer, file: string): Promise<Readable[]> {
  const { size } = await fsp.stat(file)
  const handle = await fsp.open(file)
  try {
    const [iv, tag] = [Buffer.alloc(IV_BYTES), Buffer.alloc(TAG_BYTES)]
    await handle.read(iv, 0, IV_BYTES, 0)
    await handle.read(tag, 0, TAG_BYTES, Math.max(0, size - TAG_BYTES))
    const decipher = createDecipheriv('aes-256-gcm', key, iv).setAuthTag(tag)
    const end = size - TAG_BYTES - 1
    const from = fs.createReadStream(file, { start: IV_BYTES, end: Math.max(IV_BYTES, end) })
    return [from, decipher as unknown as Readable]
  } finally {
    await handle.close()
  }
}

/** Counts and hashes the bytes of a stream. */
function createMeter() {
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { meter, result: () => ({ sha256: hash.digest('hex'), size }) }
}

export const isBucket = (address: string): boolean => /^s3(\+http)?:\/\//.test(address)

/** `address`: a folder, or a bucket as in BLOB_URL; `password`: null without encryption. */
export function openBackupPlace(address: string, password: string | null): BackupPlace {
  const store: BlobStore = isBucket(address) ? createS3Store(address) : createDiskStore(path.resolve(address))
  const key = password === null ? null : deriveKey(password, 'data')
  const nameKey = password === null ? null : deriveKey(password, 'names')
  const toObjectKey = (sha256: string) => {
    const name = nameKey ? createHmac('sha256', nameKey).update(sha256).digest('hex') : sha256
    return `objects/${name.slice(0, 2)}/${name}`
  }
  const withTemporary = async <T>(work: (file: string) => Promise<T>): Promise<T> => {
    const folder = await fsp.mkdtemp(path.join(os.tmpdir(), 'plumbline-backup-'))
    return work(path.join(folder, 'data')).finally(() => fsp.rm(folder, { recursive: true, force: true }))
  }
  const put = (from: Readable, nameOf: (sha256: string) => string) =>
    withTemporary(async (file) => {
      const { meter, result } = createMeter()
      const seal = key ? [createSealer(key)] : []
      await pipeline([from, meter, createZstdCompress(), ...seal, fs.createWriteStream(file)])
      const { sha256, size } = result()
      const name = nameOf(sha256)
      const isNew = (await store.size(name)) === null
      if (isNew) await store.putFile(name, file)
      return { sha256, size, isNew }
    })
  const read = (name: string, to: string, sha256?: string) =>
    withTemporary(async (file) => {
      await pipeline(await store.read(name), fs.createWriteStream(file))
      const { meter, result } = createMeter()
      const from = key ? await openSealed(key, file) : [fs.createReadStream(file)]
      await pipeline([...from, createZstdDecompress(), meter, fs.createWriteStream(to)]).catch(
        (error: unknown) => {
          throw new DamagedBackupError(
            `${name} cannot be read: it is damaged, or BACKUP_KEY is another one (${(error as Error).message})`,
          )
        },
      )
      if (sha256 !== undefined && result().sha256 !== sha256)
        throw new DamagedBackupError(`${name} is damaged: its content has another SHA-256`)
    })
  return {
    putObject: (from) => put(from, toObjectKey),
    putNamed: (name, from) => put(from, () => `backups/${name}`),
    readObject: (sha256, file) => read(toObjectKey(sha256), file, sha256),
    readNamed: (name, file, sha256) => read(`backups/${name}`, file, sha256),
    listBackups: async () => {
      const names: string[] = []
      for await (const { key: each } of store.list()) {
        const [folder, name, file] = each.split('/')
        // written last: without it a backup was cut off
        if (folder === 'backups' && name && file === MANIFEST) names.push(name)
      }
      return names.sort()
    },
  }
}
