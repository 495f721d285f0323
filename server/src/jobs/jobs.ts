import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { CompiledQuery, sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Tx } from '../db/database.ts'
import { acrossProjects } from '../db/project-scope.ts'
import { getTraceparent, inSpan } from '../tracing/tracing.ts'

/**
 * Background jobs, which outlive a request. The queue (pg-boss) only delivers them: their subject and progress are stored
 * in our own tables.
 */
export interface Jobs {
  /** adds a job in the caller's transaction */
  add: (tx: Tx, queue: QueueName, data: object) => Promise<void>
  /** adds jobs in the caller's transaction by one statement */
  addAll: (tx: Tx, queue: QueueName, data: readonly object[]) => Promise<void>
  /**
   * Adds a job for each subject without a waiting job. For sweeps: with a slow queue, each sweep would add its subjects
   * again, and new jobs would wait behind them.
   */
  addMissing: (tx: Tx, queue: QueueName, data: readonly object[]) => Promise<void>
  /**
   * Processes the jobs of a queue in this process; `signal` aborts when the server stops. `isUnpaused`: also while paused.
   */
  work: (
    queue: QueueName,
    parallel: number,
    handle: (data: never, signal: AbortSignal) => Promise<void>,
    isUnpaused?: boolean,
  ) => Promise<void>
  /** runs a handler on a cron schedule in UTC, on one server at a time */
  schedule: (queue: QueueName, cron: string, handle: () => Promise<void>) => Promise<void>
  /**
   * While paused, jobs wait in their queues and schedules are skipped; running jobs end normally. A repeated call with the
   * same value retries after a failure. Resolves when this process starts no more jobs, or all may start again.
   */
  setPaused: (isPaused: boolean) => Promise<void>
  isReady: () => boolean
  close: () => Promise<void>
}

const queueOptions = {
  mail: { retryLimit: 0, expireInSeconds: 120 },
  reset: { retryLimit: 8, retryDelay: 2, retryBackoff: true, expireInSeconds: 60 },
  convert: { retryLimit: 0, expireInSeconds: 6 * 3600, heartbeatSeconds: 30 },
  follow: { retryLimit: 2, retryDelay: 5, expireInSeconds: 3600, heartbeatSeconds: 30 },
  locate: { retryLimit: 2, retryDelay: 5, expireInSeconds: 3600, heartbeatSeconds: 30 },
  bcf: { retryLimit: 0, expireInSeconds: 6 * 3600, heartbeatSeconds: 30 },
  push: { retryLimit: 0, expireInSeconds: 300 },
  webhook: { retryLimit: 0, expireInSeconds: 600 },
  remind: { retryLimit: 0, expireInSeconds: 600 },
  bill: { retryLimit: 0, expireInSeconds: 600 },
  stripe: { retryLimit: 8, retryDelay: 2, retryBackoff: true, expireInSeconds: 120 },
  settle: { retryLimit: 0, expireInSeconds: 600 },
  sweep: { retryLimit: 0, expireInSeconds: 600 },
  purge: { retryLimit: 2, expireInSeconds: 3600 },
  reindex: { retryLimit: 0, expireInSeconds: 6 * 3600, heartbeatSeconds: 30 },
  check: { retryLimit: 0, expireInSeconds: 23 * 3600, heartbeatSeconds: 30 },
} as const
export type QueueName = keyof typeof queueOptions
export const queueNames = Object.keys(queueOptions) as QueueName[]

export interface JobsOptions {
  /** a direct connection: a transaction pooler does not carry LISTEN */
  url: string
  log: FastifyBaseLogger
}

/** Runs pg-boss's SQL on the caller's transaction. */
const createSqlExecutor = (tx: Tx) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
    return { rows: rows as never[] }
  },
})

interface Worker {
  queue: QueueName
  start: () => Promise<unknown>
  isStarted: boolean
}

/** Starts and stops the workers of this process, one change at a time. */
class Workers {
  readonly #boss: PgBoss
  readonly #log: FastifyBaseLogger
  readonly #workers: Worker[] = []
  #last: Promise<void> = Promise.resolve()
  isPaused = false

  constructor(boss: PgBoss, log: FastifyBaseLogger) {
    this.#boss = boss
    this.#log = log
  }

  async add(queue: QueueName, start: () => Promise<unknown>): Promise<void> {
    const worker = { queue, start, isStarted: false }
    this.#workers.push(worker)
    await this.#settle(worker)
  }

  async #settle(worker: Worker): Promise<void> {
    if (worker.isStarted !== this.isPaused) return
    // without waiting: a conversion may run for an hour
    if (this.isPaused) await this.#boss.offWork(worker.queue, { wait: false })
    else await worker.start()
    worker.isStarted = !this.isPaused
  }

  setPaused(isPaused: boolean): Promise<void> {
    this.isPaused = isPaused
    this.#last = this.#last
      .then(async () => {
        for (const worker of this.#workers) await this.#settle(worker)
      })
      .catch((error: unknown) => this.#log.warn({ err: error }, 'jobs'))
    return this.#last
  }

  /** No worker is started or stopped after this. */
  async end(): Promise<void> {
    this.#workers.length = 0
    await this.#last
  }
}

/** The time of aborted jobs to end. */
const ABORTED_MS = 8000

/** Running jobs may end within five seconds; later ones are failed, and retried by the rules of their queue. */
async function stopBoss(boss: PgBoss): Promise<void> {
  const ended = Promise.all(queueNames.map((name) => boss.offWork(name)))
  // `stop` looks every half second whether the workers have ended, `offWork` resolves when they have
  await Promise.race([ended, setTimeout(4000, undefined, { ref: false })])
  await boss.stop({ graceful: true, timeout: 1000, close: true })
}

const inQueueTables = <T>(work: () => Promise<T>) => acrossProjects('tables of the queue', work)

/** Of the given subjects, those without a waiting job in the queue. */
async function filterMissing(tx: Tx, queue: QueueName, data: readonly object[]): Promise<object[]> {
  if (data.length === 0) return []
  const { rows } = await sql<{ subject: object }>`
    select subject from jsonb_array_elements(${JSON.stringify(data)}::jsonb) subject
    where not exists (select from pgboss.job j
      where j.name = ${queue} and j.state < 'active' and j.data - 'traceparent' = subject)`.execute(tx)
  return rows.map(({ subject }) => subject)
}

export async function startJobs({ url, log }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: url, max: 4, useListenNotify: true })
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'))
  await boss.start()
  const present = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const [name, options] of Object.entries(queueOptions))
    if (!present.has(name)) await boss.createQueue(name, { ...options, notify: true })
  let running = true
  const handlings = new Set<Promise<void>>()
  /** Keeps track of a handling until it has ended. */
  const track = (handling: Promise<void>) => {
    handlings.add(handling)
    const forget = () => void handlings.delete(handling)
    handling.then(forget, forget)
    return handling
  }
  const workers = new Workers(boss, log)
  const addTraceparent = (data: object) => {
    const traceparent = getTraceparent()
    return traceparent === null ? data : { ...data, traceparent }
  }
  const addAll: Jobs['addAll'] = async (tx, queue, data) => {
    if (data.length === 0) return
    const jobs = data.map((each) => ({ data: addTraceparent(each) }))
    await inQueueTables(() => boss.insert(queue, jobs, { db: createSqlExecutor(tx) }))
  }
  return {
    add: async (tx, queue, data) => {
      const sent = addTraceparent(data)
      await inQueueTables(() => boss.send(queue, sent, { db: createSqlExecutor(tx) }))
    },
    addAll,
    addMissing: async (tx, queue, data) => {
      const missing = await inQueueTables(() => filterMissing(tx, queue, data))
      await addAll(tx, queue, missing)
    },
    work: async (queue, parallel, handle, isUnpaused) => {
      const options = {
        localConcurrency: parallel,
        burstWhenBatchFull: true,
        notifyPollingIntervalSeconds: 2,
      }
      const start = () =>
        boss.work(queue, options, async (jobs) => {
          for (const { data, signal } of jobs) {
            // of the request that added it
            const { traceparent = null, ...subject } = data as { traceparent?: string }
            await track(inSpan(`job ${queue}`, { traceparent }, () => handle(subject as never, signal)))
          }
        })
      if (isUnpaused) await start()
      else await workers.add(queue, start)
    },
    schedule: async (queue, cron, handle) => {
      await boss.schedule(queue, cron)
      // a missed run is made good by the next one: were the jobs kept, there would be one for each minute
      await boss.work(queue, async () => {
        if (!workers.isPaused) await inSpan(`job ${queue}`, { traceparent: null }, handle)
      })
    },
    setPaused: (isPaused) => workers.setPaused(isPaused),
    isReady: () => running,
    close: async () => {
      running = false
      await workers.end()
      await stopBoss(boss)
      // aborted jobs put their subject back while the database is still available
      await Promise.race([Promise.allSettled(handlings), setTimeout(ABORTED_MS, undefined, { ref: false })])
    },
  }
}
