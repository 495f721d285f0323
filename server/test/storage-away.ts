import { onTestFinished, vi } from 'vitest'
import { BlobStoreUnavailableError } from '../src/blobs/blob-store.ts'
import type { TestApp } from './app.ts'

/** Makes the storage unavailable to workers; returns the number of their attempts, and a function that ends it. */
export function takeStorageAway({ server }: Pick<TestApp, 'server'>) {
  const { blobs } = server
  let tries = 0
  const opened = vi.spyOn(blobs, 'openLocalFile').mockImplementation(async () => {
    tries++
    throw new BlobStoreUnavailableError(new Error('connect ECONNREFUSED'))
  })
  const ready = vi.spyOn(blobs, 'isReady').mockResolvedValue(false)
  const end = () => {
    opened.mockRestore()
    ready.mockRestore()
  }
  onTestFinished(end)
  return { countTries: () => tries, end }
}
