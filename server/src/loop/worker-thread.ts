import { parentPort } from 'node:worker_threads'
import { Refusal, type SerializedRefusal } from '../http/refusal.ts'

/** Worker of the thread pool (threads.ts): runs the work of one module at a time and sends a chunk for each pull. */

export type ToThread =
  | { type: 'start'; module: string; input: unknown }
  | { type: 'pull' }
  | { type: 'item'; item: unknown }
  | { type: 'no_more' }
export type FromThread =
  | { type: 'chunk'; chunk: unknown }
  | { type: 'end' }
  | { type: 'next_item' }
  | { type: 'refused'; parts: SerializedRefusal }
  | { type: 'broken'; error: string }

/** The function `work` that a module for a worker thread exports. */
export type WorkFunction = (input: never, items: AsyncIterable<never>) => AsyncIterable<unknown>

const postToServer = (message: FromThread, transfer: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transfer)

let chunks: AsyncIterator<unknown> | null = null
let requestedItem: PromiseWithResolvers<IteratorResult<unknown, undefined>> | null = null

/** Items of the server, requested one by one when the work needs them. */
const items: AsyncIterable<unknown> = {
  [Symbol.asyncIterator]: () => ({
    next: () => {
      requestedItem = Promise.withResolvers()
      postToServer({ type: 'next_item' })
      return requestedItem.promise
    },
  }),
}

async function sendNextChunk() {
  const { value, done } = (await chunks?.next()) ?? { value: undefined, done: true }
  if (done) return postToServer({ type: 'end' })
  if (!(value instanceof Uint8Array)) return postToServer({ type: 'chunk', chunk: value })
  // copied, because transferring a view would transfer its whole buffer
  const own = new Uint8Array(value)
  postToServer({ type: 'chunk', chunk: own }, [own.buffer])
}

async function handleMessage(message: ToThread) {
  if (message.type === 'item') requestedItem?.resolve({ value: message.item, done: false })
  else if (message.type === 'no_more') requestedItem?.resolve({ value: undefined, done: true })
  else {
    if (message.type === 'start') {
      const { work } = (await import(message.module)) as { work: WorkFunction }
      chunks = work(message.input as never, items as never)[Symbol.asyncIterator]()
    }
    await sendNextChunk()
  }
}

parentPort?.on('message', (message: ToThread) => {
  handleMessage(message).catch((error: unknown) => {
    if (error instanceof Refusal) postToServer({ type: 'refused', parts: error.serialized })
    else
      postToServer({
        type: 'broken',
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
  })
})
