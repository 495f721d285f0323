import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { TestApp } from './app.ts'

/** Calls that are made while a test holds locks. */

/** How many calls wait for a lock. */
export async function countLocks({ server }: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
  return rows[0]?.count ?? 0
}

export async function waitForLocks(app: TestApp, count: number) {
  while ((await countLocks(app)) < count) await setImmediate()
}

interface Waiting {
  /** a lock of another write */
  held: RawBuilder<unknown>
  call: () => Promise<unknown>
  /** what the other write locks next, by statements that fail at once if the call holds it */
  free: RawBuilder<unknown>[]
}

export async function callWhileHeld(app: TestApp, { held, call, free }: Waiting) {
  const called = await app.server.db.transaction().execute(async (tx) => {
    await held.execute(tx)
    const calling = call()
    await waitForLocks(app, 1)
    for (const statement of free) await statement.execute(tx)
    return { calling }
  })
  await called.calling
}
