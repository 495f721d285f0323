import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * One call to a remote provider at a time for each company. It is no lock: it outlives the transactions before and
 * after the call, and what ran out without a result is looked after by the job.
 */

/** Longer than any call with its tries. */
const LEASE_MS = 3 * 60 * 1000

/** The key of the lease, which is that of the call; refuses while another one is under way. */
export async function takeLease(db: Db | Tx, teamId: string, now: Date): Promise<string> {
  const lease_key = randomUUID()
  const { numUpdatedRows } = await db
    .updateTable('subscriptions')
    .set({ lease_key, lease_until: new Date(now.getTime() + LEASE_MS).toISOString() })
    .where('team_id', '=', teamId)
    .where('lease_until', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new Refusal('conflict', { message: 'Another change of the subscription is under way' })
  return lease_key
}

export async function endLease(db: Db | Tx, teamId: string, key: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ lease_key: null, lease_until: null })
    .where('team_id', '=', teamId)
    .where('lease_key', '=', key)
    .execute()
}
