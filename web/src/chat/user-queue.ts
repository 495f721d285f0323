import { addChatFile, sendMessage } from '@plumbline/contract/chat/chat'
import { useSyncExternalStore } from 'react'
import { ApiError, call } from '../api/client.ts'
import { openDeviceStore } from '../api/device-store.ts'
import { connection } from '../api/live.ts'
import { markStale } from '../api/query.ts'
import { randomId } from '../base/random-id.ts'
import {
  type ChatQueue,
  createChatQueue,
  DeliveryDelayedError,
  type QueuedFile,
  type QueuedMessage,
} from './queue.ts'

/** The message queue of the signed-in person: sends when connected, and retries after RETRY_MS or a reconnect. */

const RETRY_MS = 5000

const withoutRedirects = { redirects: false }

/** A file name as the server accepts it: on one line, trimmed and not too long. */
const normaliseFileName = (name: string) =>
  name
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(-255) || 'file'

async function sendFiles({ chat_id, files }: QueuedMessage) {
  for (const { id, name, file } of files)
    await call(
      addChatFile,
      { params: { id: chat_id }, query: { id, name: normaliseFileName(name) }, file },
      withoutRedirects,
    )
}

async function deliver(queued: QueuedMessage): Promise<void> {
  const { id, chat_id, message, files } = queued
  try {
    await sendFiles(queued)
    const body = { id, message, file_ids: files.map((file) => file.id) }
    await call(sendMessage, { params: { id: chat_id }, body }, withoutRedirects)
  } catch (error) {
    const status = error instanceof ApiError ? error.status : null
    // offline, signed out, rate-limited or a server error: the message itself was not refused, so it is retried
    if (status === 0 || status === 401 || status === 429 || (status ?? 0) >= 500)
      throw new DeliveryDelayedError()
    throw error
  }
  // loads the sent message before it leaves the queue, so that its row does not flicker
  await markStale(['chat.message']).catch(() => undefined)
}

let queue: ChatQueue | null = null
let owner = ''
let timer: ReturnType<typeof setTimeout> | undefined

const wake = () => void queue?.wake()

function scheduleRetry() {
  clearTimeout(timer)
  timer = setTimeout(wake, RETRY_MS)
}

/** The person's queue, with the messages stored on this device. */
export function getChatQueue(userId: string): ChatQueue {
  if (queue && owner === userId) return queue
  if (!queue) {
    addEventListener('online', wake)
    connection.subscribe(() => connection.isOpen() && wake())
  }
  owner = userId
  queue = createChatQueue({
    user_id: userId,
    store: openDeviceStore<QueuedMessage>('plumbline.chat'),
    deliver,
    onWaiting: scheduleRetry,
  })
  void queue.load()
  return queue
}

export function useChatQueue(userId: string): readonly QueuedMessage[] {
  const own = getChatQueue(userId)
  return useSyncExternalStore(own.subscribe, own.read)
}

export const createQueuedFile = (file: File): QueuedFile => ({ id: randomId(), name: file.name, file })

/** Counts the unsent messages once the queue is loaded from the device. */
export async function countUnsent(userId: string): Promise<number> {
  const own = getChatQueue(userId)
  await own.restore()
  return own.read().length
}
