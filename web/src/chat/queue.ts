import type { DeviceStore } from '../api/device-store.ts'
import { randomId } from '../base/random-id.ts'

/**
 * Messages on their way, in the order in which they were written. What is not sent yet survives the page and a time
 * without a network; each has its id from the start, so that one sent twice is there once.
 */

export interface QueuedFile {
  id: string
  name: string
  file: Blob
}

export interface QueuedMessage {
  id: string
  /** who wrote it: several people may share a device */
  user_id: string
  chat_id: string
  message: string
  files: QueuedFile[]
  created_at: string
  state: 'WAITING' | 'SENDING' | 'FAILED'
  /** why it failed, in the person's language */
  problem: string | null
}

/** Says that a message cannot get through at the moment, in contrast to one that was refused. */
export class NotNow extends Error {}

export interface QueueOptions {
  user_id: string
  store: Omit<DeviceStore<QueuedMessage>, 'get'>
  /** sends one; rejects with NotNow to be tried again, with anything else when it was refused */
  deliver: (message: QueuedMessage) => Promise<void>
  /** something will call `wake` after a while */
  onWaiting: () => void
}

export type Queue = ReturnType<typeof createQueue>

export function createQueue({ user_id, store, deliver, onWaiting }: QueueOptions) {
  let messages: readonly QueuedMessage[] = []
  let isRunning = false
  const listeners = new Set<() => void>()

  function change(next: readonly QueuedMessage[]) {
    messages = next
    for (const listener of listeners) listener()
  }
  // a device that keeps nothing still sends
  const keep = (message: QueuedMessage) => store.put(message).catch(() => undefined)
  async function patch(id: string, values: Partial<QueuedMessage>) {
    change(messages.map((message) => (message.id === id ? { ...message, ...values } : message)))
    const changed = messages.find((message) => message.id === id)
    // what was on its way when the page was closed waits at the next visit
    if (changed && values.state !== 'SENDING') await keep(changed)
  }
  async function take(id: string) {
    change(messages.filter((message) => message.id !== id))
    await store.remove(id).catch(() => undefined)
  }

  /** False: the rest waits, too. */
  async function sendOne(message: QueuedMessage): Promise<boolean> {
    await patch(message.id, { state: 'SENDING' })
    try {
      await deliver(message)
      await take(message.id)
      return true
    } catch (error) {
      if (error instanceof NotNow) {
        await patch(message.id, { state: 'WAITING' })
        return false
      }
      const problem = error instanceof Error ? error.message : ''
      await patch(message.id, { state: 'FAILED', problem })
      return true
    }
  }

  async function wake() {
    if (isRunning) return
    isRunning = true
    try {
      for (;;) {
        const next = messages.find(({ state }) => state !== 'FAILED')
        // one that is still being kept goes before those after it
        if (next?.state !== 'WAITING') return
        if (!(await sendOne(next))) return onWaiting()
      }
    } finally {
      isRunning = false
    }
  }

  /** What an earlier visit has left, before what was written since. */
  async function restore() {
    const kept = (await store.all().catch(() => []))
      .filter((message) => message.user_id === user_id)
      .sort((a, b) => a.created_at.localeCompare(b.created_at))
    const known = new Set(messages.map(({ id }) => id))
    change([...kept.filter(({ id }) => !known.has(id)), ...messages])
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    read: () => messages,
    wake,
    restore,
    async load() {
      await restore()
      await wake()
    },
    async add(message: Pick<QueuedMessage, 'chat_id' | 'message' | 'files'>) {
      const added: QueuedMessage = {
        ...message,
        id: randomId(),
        user_id,
        created_at: new Date().toISOString(),
        state: 'WAITING',
        problem: null,
      }
      // it says that it waits once it is safe to close the page
      change([...messages, { ...added, state: 'SENDING' }])
      await keep(added)
      change(messages.map((each) => (each.id === added.id ? added : each)))
      await wake()
    },
    async retry(id: string) {
      await patch(id, { state: 'WAITING', problem: null })
      await wake()
    },
    discard: take,
  }
}
