import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SessionLocks } from '../db/session-locks.ts'
import { Refusal } from '../http/refusal.ts'
import type { Bus } from '../live/bus.ts'

/** Lets one server at a time act on an upload in shared storage. */
export interface UploadLock {
  /** Waits for the server that acts on it, which is asked to stop; refuses after ten seconds. */
  hold: <T>(id: string, work: () => Promise<T>) => Promise<T>
  /** Does nothing while another server acts on it. */
  holdIfFree: (id: string, work: () => Promise<void>) => Promise<void>
  /** calls `stop` when another server waits */
  onWaiting: (stop: (id: string) => void) => void
}

interface StopMessage {
  id: string
  /** the server that waits */
  from: string
}

const TOPIC = 'stop-upload'
const WAIT_MS = 10_000
const POLL_MS = 100
const RETRY_S = 5

export function createUploadLock(locks: SessionLocks, bus: Bus): UploadLock {
  const self = randomUUID()
  const name = (id: string) => `upload:${id}`
  const release = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } finally {
      await locks.unlock(name(id))
    }
  }
  return {
    hold: async (id, work) => {
      for (const deadline = Date.now() + WAIT_MS; !(await locks.tryLock(name(id))); await sleep(POLL_MS)) {
        if (Date.now() > deadline) throw new Refusal('unavailable', { retryAfter: RETRY_S })
        // repeated, because it may be lost
        await bus.publish(TOPIC, { id, from: self } satisfies StopMessage).catch(() => {})
      }
      return release(id, work)
    },
    holdIfFree: async (id, work) => {
      if (await locks.tryLock(name(id))) await release(id, work)
    },
    onWaiting: (stop) =>
      bus.subscribe(TOPIC, (message) => {
        const { id, from } = message as StopMessage
        // one's own message may arrive when the lock is one's own already
        if (from !== self) stop(id)
      }),
  }
}

/** For uploads that only this server can reach. */
export const noUploadLock: UploadLock = {
  hold: (_id, work) => work(),
  holdIfFree: (_id, work) => work(),
  onWaiting: () => {},
}
