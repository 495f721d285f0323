import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { inTransaction } from '../db/database.ts'
import { startRun } from './background-runs.ts'
import { createItemRunner, type ItemWork } from './item-runner.ts'

const kind = 'REINDEX'

let app: TestApp
beforeAll(async () => {
  // its workers take no items
  app = await startApp({ ROLE: 'web' })
})
afterAll(() => app.close())

const start = () =>
  inTransaction(app.server.db, (tx) =>
    startRun(tx, {
      ...{ kind, scope: null, at: new Date().toISOString() },
      items: sql`select 1 as number, 'ISSUES' as part, gen_random_uuid() as subject_id`,
    }),
  )
const readItems = () =>
  app.server.db.selectFrom('background_run_items').select(['state', 'attempt', 'crashes']).execute()

/** Lets the database be away for writes of this state; returns the function that ends it. */
async function refuseState(state: string): Promise<() => Promise<unknown>> {
  const { db } = app.server
  await sql`create sequence refused`.execute(db)
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    perform nextval('refused'); raise exception 'away' using errcode = '57P01'; end $$`.execute(db)
  await sql`create trigger refuse before update on background_run_items for each row
    when (new.state = ${sql.lit(state)}) execute function refuse()`.execute(db)
  return async () => {
    // a sequence counts in transactions that fail as well
    const count = () => sql<{ n: number }>`select last_value as n from refused where is_called`.execute(db)
    await expect.poll(async () => (await count()).rows.length).toBe(1)
    await sql`drop function refuse cascade`.execute(db)
    await sql`drop sequence refused`.execute(db)
  }
}

const run = (work: ItemWork['run'], signal: AbortSignal) =>
  createItemRunner(app.server, {
    kind,
    run: work,
    describeFailure: () => ({ failure: { code: 'C', message: 'M', hint: 'H' }, isRetried: false }),
  }).processNext(signal)

test('An item whose server stops waits again although the database is unavailable at that moment', async () => {
  await start()
  const bringBack = await refuseState('WAITING')
  const abort = new AbortController()
  const running = run(async () => {
    abort.abort()
    throw new Error('stopped')
  }, abort.signal)
  await bringBack()
  await running
  expect(await readItems()).toEqual([{ state: 'WAITING', attempt: 1, crashes: 0 }])
  await app.server.db.deleteFrom('background_runs').execute()
})

test('An item that is done is not done again although the database is away just then', async () => {
  await start()
  const bringBack = await refuseState('DONE')
  const running = run(async () => ({ state: 'DONE' }), new AbortController().signal)
  await bringBack()
  await running
  expect(await readItems()).toEqual([{ state: 'DONE', attempt: 1, crashes: 0 }])
})
