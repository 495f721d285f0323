import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { inTransaction } from '../db/database.ts'
import {
  beatItem,
  cancelRun,
  claimItem,
  endItem,
  hasWaitingItem,
  readRun,
  setRunPaused,
  startRun,
} from './background-runs.ts'

const kind = 'REINDEX'
const at = '2026-11-27T12:00:00.000Z'

let app: TestApp
beforeAll(async () => {
  // its workers take no items
  app = await startApp({ ROLE: 'web' })
})
afterAll(() => app.close())

const start = (count: number) =>
  inTransaction(app.server.db, (tx) =>
    startRun(tx, {
      ...{ kind, scope: null, at },
      items: sql`select n as number, 'ISSUES' as part, gen_random_uuid() as subject_id from generate_series(1, ${count}::int) n`,
    }),
  )
const claimAtOnce = async (times: number) => {
  const claims = Array.from({ length: times }, () => claimItem(app.server.db, kind, at))
  return (await Promise.all(claims)).flatMap((item) => item ?? [])
}

test('Of fifty processes that ask at once one gets the next item, and nobody another one before it has ended', async () => {
  const { db } = app.server
  expect(await start(5)).toBe(5)
  for (let number = 1; number <= 5; number++) {
    const claimed = await claimAtOnce(50)
    expect(claimed.map((item) => item.number)).toEqual([number])
    const [item] = claimed
    if (!item) throw new Error('no item')
    expect(await claimAtOnce(10)).toEqual([])
    expect(await hasWaitingItem(db, kind)).toBe(false)
    expect(await inTransaction(db, (tx) => endItem(tx, item, { state: 'DONE', changed: 2 }, at))).toBe(true)
    // a late result of the same try
    expect(await inTransaction(db, (tx) => endItem(tx, item, { state: 'FAILED' }, at))).toBe(false)
  }
  expect(await claimAtOnce(3)).toEqual([])
  expect(await readRun(db, kind)).toMatchObject({ state: 'COMPLETED', done: 5, failed: 0, changed: 10 })
})

test('Of ten starts at once one begins a run, in place of the last one', async () => {
  const { db } = app.server
  const begun = await Promise.all(Array.from({ length: 10 }, () => start(2)))
  expect(begun.filter((items) => items !== null)).toEqual([2])
  expect(await readRun(db, kind)).toMatchObject({ state: 'RUNNING', items: 2, done: 0, changed: 0 })
  expect(await cancelRun(db, kind, at)).toBe(true)
})

test('A paused run starts no item; the running item of a cancelled run has no result', async () => {
  const { db } = app.server
  await start(2)
  expect(await setRunPaused(db, kind, true)).toBe(true)
  expect(await setRunPaused(db, kind, true)).toBe(false)
  expect(await claimAtOnce(2)).toEqual([])
  expect(await setRunPaused(db, kind, false)).toBe(true)
  const [item] = await claimAtOnce(2)
  if (!item) throw new Error('no item')
  expect(await beatItem(db, item, at)).toBe(true)
  expect(await cancelRun(db, kind, at)).toBe(true)
  expect(await beatItem(db, item, at)).toBe(false)
  expect(await inTransaction(db, (tx) => endItem(tx, item, { state: 'DONE' }, at))).toBe(false)
  expect(await claimAtOnce(2)).toEqual([])
  expect(await readRun(db, kind)).toMatchObject({ state: 'CANCELLED', done: 0, running: 0 })
})

test('A run without items is completed at once', async () => {
  expect(await start(0)).toBe(0)
  expect(await readRun(app.server.db, kind)).toMatchObject({ state: 'COMPLETED', items: 0 })
})
