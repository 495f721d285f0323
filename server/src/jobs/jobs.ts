import type { FastifyBaseLogger } from 'fastify'
import { CompiledQuery } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Tx } from '../db/database.ts'

/**
 * Background jobs, which outlive a request. The queue (pg-boss) only delivers them: their subject and progress are stored
 * in our own tables.
 */
export interface Jobs {
  /** adds a job in the caller's transaction */
  add: (tx: Tx, queue: QueueName, data: object) => Promise<void>
  /** processes the jobs of a queue in this process; `signal` aborts when the server stops */
  work: (
    queue: QueueName,
    parallel: number,
    handle: (data: never, signal: AbortSignal) => Promise<void>,
  ) => Promise<void>
  /** runs a handler on a cron schedule in UTC, on one server at a time */
  schedule: (queue: QueueName, cron: string, handle: () => Promise<void>) => Promise<void>
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
  sweep: { retryLimit: 0, expireInSeconds: 600 },
  purge: { retryLimit: 2, expireInSeconds: 3600 },
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

export async function startJobs({ url, log }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: url, max: 4, useListenNotify: true })
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'))
  await boss.start()
  for (const [name, options] of Object.entries(queueOptions))
    await boss.createQueue(name, { ...options, notify: true })
  let running = true
  return {
    add: async (tx, queue, data) => void (await boss.send(queue, data, { db: createSqlExecutor(tx) })),
    work: async (queue, parallel, handle) => {
      await boss.work(
        queue,
        { localConcurrency: parallel, burstWhenBatchFull: true, notifyPollingIntervalSeconds: 2 },
        async (jobs) => {
          for (const job of jobs) await handle(job.data as never, job.signal)
        },
      )
    },
    schedule: async (queue, cron, handle) => {
      await boss.schedule(queue, cron)
      await boss.work(queue, handle)
    },
    isReady: () => running,
    close: async () => {
      running = false
      await boss.stop({ graceful: true, timeout: 5000, close: true })
    },
  }
}
