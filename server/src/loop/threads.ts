import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../http/refusal.ts'
import type { FromThread, ToThread } from './worker-thread.ts'

/**
 * A pool of worker threads for work that would block the event loop: few at a time, one per caller, limited in time and
 * memory. A module exports `work`, which yields chunks; they are pulled as fast as the caller reads them, and the thread is
 * terminated if the caller has disconnected.
 */

const MAX_THREADS = 2
const MAX_WAITING = 100
/** waiting work per caller */
const MAX_WAITING_PER_CALLER = 4
const MAX_HEAP_MB = 768
const MAX_SECONDS = 180
/** an idle thread is terminated after this time to free its memory */
const IDLE_MS = 10_000
const RETRY_AFTER_S = 5

export interface ThreadWork {
  /** URL of a module that exports `work` */
  module: URL
  /** cloned into the thread */
  input: unknown
  /** items that the work pulls while it runs */
  items?: AsyncIterable<unknown>
  /** queue key of the caller */
  by: string
  /** aborts the work at any point */
  signal?: AbortSignal
  /** time limit, including the time in which the caller reads the chunks; default MAX_SECONDS */
  seconds?: number
}

interface WaitingWork {
  by: string
  start: (thread: PoolThread) => void
}

const buildBusyRefusal = () => new Refusal('too_many_requests', { retryAfter: RETRY_AFTER_S })
const buildTimeoutRefusal = () => new Refusal('unavailable', { retryAfter: RETRY_AFTER_S })

class PoolThread {
  readonly #worker = new Worker(new URL('./worker-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    env: {},
    execArgv: [],
  })
  #heard: PromiseWithResolvers<FromThread> | null = null
  isEnded = false

  constructor() {
    this.#worker.unref()
    this.#worker.on('message', (message: FromThread) => this.#heard?.resolve(message))
    this.#worker.on('error', (error: NodeJS.ErrnoException) =>
      this.#heard?.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refusal('too_large') : error),
    )
    this.#worker.on('exit', () => {
      this.isEnded = true
      this.#heard?.reject(new Error('the thread has ended'))
    })
  }

  /** Sends a message and returns the reply. */
  async ask(message: ToThread): Promise<FromThread> {
    if (this.isEnded) throw new Error('the thread has ended')
    this.#heard = Promise.withResolvers()
    // after an abort nobody awaits this promise
    this.#heard.promise.catch(() => {})
    this.#worker.postMessage(message)
    return this.#heard.promise
  }

  end() {
    this.isEnded = true
    void this.#worker.terminate()
  }
}

class ThreadPool {
  readonly #idle = new Map<PoolThread, NodeJS.Timeout>()
  readonly #running = new Map<PoolThread, string>()
  #waiting: WaitingWork[] = []

  /** Waits for a thread in the caller's turn. */
  async take(by: string, signal: AbortSignal | undefined): Promise<PoolThread> {
    signal?.throwIfAborted()
    const own = this.#waiting.filter((other) => other.by === by).length
    if (own >= MAX_WAITING_PER_CALLER || this.#waiting.length >= MAX_WAITING) throw buildBusyRefusal()
    const { promise, resolve, reject } = Promise.withResolvers<PoolThread>()
    const waiting = { by, start: resolve }
    const leave = () => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    this.#waiting.push(waiting)
    this.#assign()
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  /** Assigns threads to waiting work, one per caller, so that no caller starves another. */
  #assign() {
    while (this.#running.size < MAX_THREADS) {
      const busyWith = new Set(this.#running.values())
      const at = this.#waiting.findIndex(({ by }) => !busyWith.has(by))
      const [next] = at < 0 ? [] : this.#waiting.splice(at, 1)
      if (!next) return
      const thread = this.#rested() ?? new PoolThread()
      this.#running.set(thread, next.by)
      next.start(thread)
    }
  }

  #rested(): PoolThread | null {
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer)
      this.#idle.delete(thread)
      if (!thread.isEnded) return thread
    }
    return null
  }

  give(thread: PoolThread) {
    this.#running.delete(thread)
    if (!thread.isEnded) {
      const timer = setTimeout(() => {
        this.#idle.delete(thread)
        thread.end()
      }, IDLE_MS)
      timer.unref()
      this.#idle.set(thread, timer)
    }
    this.#assign()
  }

  get sizes() {
    return { running: this.#running.size, idle: this.#idle.size, waiting: this.#waiting.length }
  }
}

const pool = new ThreadPool()

/** Numbers of running and idle threads and of waiting work, for metrics. */
export const getThreadCounts = () => pool.sizes

/** One run of a work module in a thread, chunk by chunk. */
class WorkRun {
  readonly #thread: PoolThread
  readonly #work: ThreadWork
  readonly #items: AsyncIterator<unknown> | undefined
  readonly #clock: NodeJS.Timeout
  #next: ToThread
  #isOver = false
  #isStopped = false
  #isLate = false

  constructor(thread: PoolThread, work: ThreadWork) {
    this.#thread = thread
    this.#work = work
    this.#items = work.items?.[Symbol.asyncIterator]()
    this.#next = { type: 'start', module: work.module.href, input: work.input }
    this.#clock = setTimeout(
      () => {
        this.#isLate = true
        this.stop()
      },
      (work.seconds ?? MAX_SECONDS) * 1000,
    )
    this.#clock.unref()
    work.signal?.addEventListener('abort', this.stop, { once: true })
  }

  /** @throws Refusal after the time limit, since a truncated response must not look complete */
  async next(): Promise<IteratorResult<unknown, undefined>> {
    if (this.#isLate) throw buildTimeoutRefusal()
    if (this.#isOver) return { value: undefined, done: true }
    try {
      const result = await this.#pull()
      if (!this.#isStopped) return result
      // while an item was awaited
      throw new Error('the work was stopped')
    } catch (error) {
      this.stop()
      throw this.#isLate ? buildTimeoutRefusal() : error
    }
  }

  async #pull(): Promise<IteratorResult<unknown, undefined>> {
    for (;;) {
      if (this.#isOver) return { value: undefined, done: true }
      const message = await this.#thread.ask(this.#next)
      this.#next = { type: 'pull' }
      if (message.type === 'chunk') return { value: message.chunk, done: false }
      if (message.type === 'refused') throw new Refusal(message.parts.code, message.parts.details)
      if (message.type === 'broken') throw new Error(message.error)
      if (message.type === 'end') this.#leave()
      else {
        const item = await this.#items?.next()
        this.#next = item && !item.done ? { type: 'item', item: item.value } : { type: 'no_more' }
      }
    }
  }

  /** Aborts the work and terminates its thread. */
  stop = () => {
    if (this.#isOver) return
    this.#isStopped = true
    this.#thread.end()
    this.#leave()
  }

  #leave() {
    this.#isOver = true
    clearTimeout(this.#clock)
    this.#work.signal?.removeEventListener('abort', this.stop)
    pool.give(this.#thread)
    void Promise.resolve(this.#items?.return?.()).catch(() => {})
  }
}

/**
 * Starts work and awaits its first chunk, so that a refusal is thrown before anything is sent to the client.
 * @throws Refusal if too much work is waiting, or if the work itself refuses
 */
export async function startWork<T>(work: ThreadWork): Promise<AsyncIterableIterator<T, undefined>> {
  const run = new WorkRun(await pool.take(work.by, work.signal), work)
  let first: IteratorResult<unknown, undefined> | null = await run.next()
  const next = async () => {
    const result = first ?? (await run.next())
    first = null
    return result as IteratorResult<T, undefined>
  }
  const end = async () => {
    run.stop()
    return { value: undefined, done: true as const }
  }
  const chunks: AsyncIterableIterator<T, undefined> = {
    next,
    return: end,
    [Symbol.asyncIterator]: () => chunks,
  }
  return chunks
}

/** The bytes of the work as a stream; destroying it aborts the work. */
export async function streamWork(work: ThreadWork): Promise<Readable> {
  return Readable.from(await startWork<Uint8Array>(work), { objectMode: false })
}

/** Runs the work and returns all of its chunks. */
export async function runWork<T>(work: ThreadWork): Promise<T[]> {
  const chunks: T[] = []
  for await (const chunk of await startWork<T>(work)) chunks.push(chunk)
  return chunks
}
