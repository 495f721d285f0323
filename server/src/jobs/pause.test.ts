import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { inTransaction } from '../db/database.ts'
import { type Jobs, type QueueName, startJobs } from './jobs.ts'

// a server of the role `web` leaves the queues `convert` and `bcf` to the workers of these tests
let app: TestApp
let [paused, other]: Jobs[] = []
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' })
  paused = await startJobs({ url: app.url, log: app.server.log })
  other = await startJobs({ url: app.url, log: app.server.log })
})
afterAll(async () => {
  await paused?.close()
  await other?.close()
  await app.close()
})

const add = (queue: QueueName) => inTransaction(app.server.db, (tx) => app.server.jobs.add(tx, queue, {}))

/** Counts the runs of a queue; `next` resolves with the next one. */
async function countRuns(jobs: Jobs, queue: QueueName) {
  const counter = { runs: 0, next: Promise.withResolvers<void>() }
  await jobs.work(queue, 1, async () => {
    counter.runs++
    counter.next.resolve()
    counter.next = Promise.withResolvers()
  })
  return counter
}

test('Jobs that are added while the workers are paused wait in the queue, and run after the pause', async () => {
  const [stopped, going] = [paused as Jobs, other as Jobs]
  const waiting = await countRuns(stopped, 'convert')
  const control = await countRuns(going, 'bcf')
  const first = waiting.next.promise
  await add('convert')
  await first
  await stopped.setPaused(true)
  await add('convert')
  // a job added later, to a queue whose worker is still running
  const controlRun = control.next.promise
  await add('bcf')
  await controlRun
  expect(waiting.runs).toBe(1)
  const afterwards = waiting.next.promise
  await stopped.setPaused(false)
  await afterwards
  expect(waiting.runs).toBe(2)
})

test('A worker that is added during a pause starts with its end', async () => {
  const stopped = paused as Jobs
  await stopped.setPaused(true)
  const late = await countRuns(stopped, 'bcf')
  const run = late.next.promise
  await other?.setPaused(true)
  await add('bcf')
  expect(late.runs).toBe(0)
  await stopped.setPaused(false)
  await run
  expect(late.runs).toBe(1)
})

test('A server that stops lets its running jobs end', async () => {
  const stopping = await startJobs({ url: app.url, log: app.server.log })
  const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await stopping.work('reindex', 1, async () => {
    started.resolve()
    await finish.promise
  })
  await add('reindex')
  await started.promise
  const closed = stopping.close()
  // a server that ended at once would have failed the job by now
  await other?.setPaused(false)
  const control = await countRuns(other as Jobs, 'check')
  const controlRun = control.next.promise
  await add('check')
  await controlRun
  finish.resolve()
  await closed
  const { rows } = await sql<{ state: string }>`
    select state::text as state from pgboss.job where name = 'reindex'`.execute(app.server.db)
  expect(rows).toEqual([{ state: 'completed' }])
})
