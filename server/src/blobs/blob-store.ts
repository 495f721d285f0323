import type { Readable } from 'node:stream'

/** Stored bytes: a folder by default, S3 when BLOB_URL says so. Keys are ours, like `variants/<id>/file`. */
export interface BlobStore {
  /** Stores bytes; what was under the key before is replaced whole or not at all. Durable once it returns, as the next two. */
  put: (key: string, body: Uint8Array) => Promise<void>
  /** Stores a local file under the key. The file stays, and must not be written to any more. */
  copyFile: (key: string, file: string) => Promise<void>
  /** Moves a local file under the key. */
  putFile: (key: string, file: string) => Promise<void>
  /** Bytes `start` to `end` inclusive, all without a range; throws BlobMissing. */
  read: (key: string, range?: { start: number; end: number }) => Promise<Readable>
  /** bytes, or null when there is none */
  size: (key: string) => Promise<number | null>
  /** Removes the blob of this key and everything below `key/`. */
  remove: (key: string) => Promise<void>
  /** A local file with the blob's bytes, for work that needs one; call `release` when done. */
  openLocalFile: (key: string) => Promise<{ file: string; release: () => Promise<void> }>
  /** whether the store answers */
  isReady: () => Promise<boolean>
  /** Throws what is wrong with the store, at the start. */
  checkReady: () => Promise<void>
}

export class BlobMissingError extends Error {
  constructor(key: string) {
    super(`no blob ${key}`)
    this.name = 'BlobMissing'
  }
}

/** The store is away, or does not answer in time: worth trying again. */
export class BlobStoreUnavailableError extends Error {
  constructor(cause: unknown) {
    super(`the object store is away: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'BlobsAway'
  }
}
