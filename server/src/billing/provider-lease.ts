import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { reason } from '@plumbline/contract/reasons'
import type { Db, Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * A lease that limits each company to one remote provider call at a time. Unlike a lock it outlives the transactions before
 * and after the call; the billing schedule refreshes accounts with an expired lease and no result.
 */

/** Longer than any call including its retries. */
const LEASE_MS = 3 * 60 * 1000

/** How long a caller waits for a held lease; a call usually takes a second or two. */
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

/** Returns the lease key, used as idempotency key of the call; refuses with `conflict` after waiting for five seconds. */
export async function claimProviderLease(db: Db | Tx, teamId: string, now: Date): Promise<string> {
  for (let waited = 0; ; waited += STEP_MS) {
    const key = await tryClaimLease(db, teamId, now)
    if (key !== null) return key
    if (waited >= WAIT_MS) throw new Refusal('conflict', reason('subscription_changing'))
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
