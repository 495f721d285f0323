import { setTimeout as sleep } from 'node:timers/promises'
import type { BlobStore } from './blob-store.ts'

const PAUSE_MS = 2000

/**
 * Whether the storage is unavailable now, which explains a failure of work that reads or writes it; then returns after a
 * pause, at once when `signal` aborts.
 */
export async function pauseWhileAway(
  blobs: Pick<BlobStore, 'isReady'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (await blobs.isReady()) return false
  await sleep(PAUSE_MS, undefined, { signal }).catch(() => {})
  return true
}
