import type { DeviceStore } from '../api/device-store.ts'
import { randomId } from '../base/random-id.ts'

/**
 * The queue of outgoing messages, sent in the order written. Unsent messages are stored on the device and survive a
 * reload or an outage; an id given at the start lets the server drop duplicates of a retry.
 */

export interface QueuedFile {
  id: string
  name: string
  file: Blob
}

export interface QueuedMessage {
  id: string
  /** the author: several people may share a device */
  user_id: string
  chat_id: string
  message: string
  files: QueuedFile[]
  created_at: string
  state: 'WAITING' | 'SENDING' | 'FAILED'
  /** why the server refused it, in the person's language */
  problem: string | null
}

/** The message cannot be delivered at the moment and is retried, unlike one that the server refused. */
export class DeliveryDelayedError extends Error {}

export interface ChatQueueOptions {
  user_id: string
  store: Omit<DeviceStore<QueuedMessage>, 'get'>
  /** sends one message; rejects with DeliveryDelayedError to retry it, with any other error when it was refused */
  deliver: (message: QueuedMessage) => Promise<void>
  /** schedules a later call of `wake` */
  onWaiting: () => void
}

export type ChatQueue = ReturnType<typeof createChatQueue>

export function createChatQueue({ user_id, store, deliver, onWaiting }: ChatQueueOptions) {
  let messages: readonly QueuedMessage[] = []
  let isRunning = false
  const listeners = new Set<() => void>()

  function change(next: readonly QueuedMessage[]) {
    messages = next
    for (const listener of listeners) listener()
  }
  // best effort: without storage the message is still sent
  const keep = (message: QueuedMessage) => store.put(message).catch(() => undefined)
  async function patch(id: string, values: Partial<QueuedMessage>) {
    change(messages.map((message) => (message.id === id ? { ...message, ...values } : message)))
    const changed = messages.find((message) => message.id === id)
    // SENDING is not stored: after a reload an interrupted message counts as WAITING
    if (changed && values.state !== 'SENDING') await keep(changed)
  }
  async function take(id: string) {
    change(messages.filter((message) => message.id !== id))
    await store.remove(id).catch(() => undefined)
  }

  /** Resolves to false when delivery is delayed, so that the later messages wait too. */
  async function sendOne(message: QueuedMessage): Promise<boolean> {
    await patch(message.id, { state: 'SENDING' })
    try {
      await deliver(message)
      await take(message.id)
      return true
    } catch (error) {
      if (error instanceof DeliveryDelayedError) {
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
        // a message still being stored keeps its place before the later ones
        if (next?.state !== 'WAITING') return
        if (!(await sendOne(next))) return onWaiting()
      }
    } finally {
      isRunning = false
    }
  }

  /** Loads the messages of earlier visits and puts them before those written since. */
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
      // shown as WAITING only once it is stored and the page may be closed
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
