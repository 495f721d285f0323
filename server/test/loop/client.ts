import { Worker } from 'node:worker_threads'
import type { ThreadReply, ThreadRequest } from './client-thread.ts'

/** A client in a worker thread, see client-thread.ts. */
export class ThreadClient {
  readonly #thread = new Worker(new URL('./client-thread.ts', import.meta.url))
  readonly #waiting = new Map<number, PromiseWithResolvers<ThreadReply>>()
  #last = 0

  constructor() {
    this.#thread.on('message', ({ id, got, error }: { id: number; got?: ThreadReply; error?: string }) => {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (got) waiting?.resolve(got)
      else waiting?.reject(new Error(error))
    })
  }

  ask(sent: ThreadRequest): Promise<ThreadReply> {
    const id = ++this.#last
    const waiting = Promise.withResolvers<ThreadReply>()
    this.#waiting.set(id, waiting)
    this.#thread.postMessage({ id, sent })
    return waiting.promise
  }

  async close() {
    await this.#thread.terminate()
  }
}
