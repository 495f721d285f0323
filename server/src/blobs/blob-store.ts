import type { Readable } from 'node:stream'

export interface StoredBlob {
  key: string
  size: number
  modified_at: Date
}

/** A store of bytes by key: a folder by default, S3 if BLOB_URL is set. Keys look like `variants/<id>/file`. */
export interface BlobStore {
  /** Stores bytes, replacing an existing blob atomically. Durable once it resolves, like the next three. */
  put: (key: string, body: Uint8Array) => Promise<void>
  /** Stores several blobs at once, with fewer waits for the disk. After an error some of them may be stored. */
  putAll: (items: readonly { key: string; body: Uint8Array }[]) => Promise<void>
  /** Stores a local file under the key. The file stays and must not be modified any more. */
  copyFile: (key: string, file: string) => Promise<void>
  /** Moves a local file under the key. */
  putFile: (key: string, file: string) => Promise<void>
  /** Reads the bytes from `start` to `end` inclusive, or all; throws BlobMissingError. */
  read: (key: string, range?: { start: number; end: number }) => Promise<Readable>
  /** size in bytes; null if the blob does not exist */
  size: (key: string) => Promise<number | null>
  /** all blobs, in any order */
  list: () => AsyncIterable<StoredBlob>
  /** Removes the blob of this key and everything below `key/`. */
  remove: (key: string) => Promise<void>
  /** Provides the blob as a local file; call `release` when done. */
  openLocalFile: (key: string) => Promise<{ file: string; release: () => Promise<void> }>
  /** resolves to true if the store is reachable */
  isReady: () => Promise<boolean>
  /** Throws if the store is not usable; called at start. */
  checkReady: () => Promise<void>
}

export class BlobMissingError extends Error {
  constructor(key: string) {
    super(`no blob ${key}`)
    this.name = 'BlobMissingError'
  }
}

/** The store is unreachable or too slow: a retry may succeed. */
export class BlobStoreUnavailableError extends Error {
  constructor(cause: unknown) {
    super(`the object store is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
    this.name = 'BlobStoreUnavailableError'
  }
}

/** Waits for all writes, even after one has failed: none continues after the caller has returned. @throws the first error */
export async function settleAll(writes: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}
