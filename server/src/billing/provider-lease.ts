import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * One call to a remote provider at a time for each company. It is no lock: it outlives the transactions before and
 * after the call, and what ran out without a result is looked after by the job.
 */

/** Longer than any call with its tries. */
const LEASE_MS = 3 * 60 * 1000

/** A call takes a second or two: what was ordered while facts are fetched waits for that. */
const WAIT_MS = 5000
const STEP_MS = 100

async function tryClaimLease(db: Db | Tx, teamId: string, now: Date): Promise<string | null> {
  const lease_key = randomUUID()
  const { numUpdatedRows } = await db
    .updateTable('subscriptions')
    .set({ lease_key, lease_until: new Date(now.getTime() + LEASE_MS).toISOString() })
    .where('team_id', '=', teamId)
    .where('lease_until', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? null : lease_key
}

/** The key of the lease, which is that of the call; refuses when another one goes on and on. */
export async function claimProviderLease(db: Db | Tx, teamId: string, now: Date): Promise<string> {
  for (let waited = 0; ; waited += STEP_MS) {
    const key = await tryClaimLease(db, teamId, now)
    if (key !== null) return key
    if (waited >= WAIT_MS)
      throw new Refusal('conflict', { message: 'Another change of the subscription is under way' })
    await sleep(STEP_MS)
  }
}

export async function releaseProviderLease(db: Db | Tx, teamId: string, key: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ lease_key: null, lease_until: null })
    .where('team_id', '=', teamId)
    .where('lease_key', '=', key)
    .execute()
}
