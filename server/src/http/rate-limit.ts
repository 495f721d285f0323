import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { Refusal } from './refusal.ts'

/** Counts one hit on `key` in a fixed window shared by all server processes; refuses past `limit` hits. */
export async function countHit(db: Db, key: string, limit: number, windowS: number): Promise<void> {
  const row = await db
    .insertInto('rate_limits')
    .values({ key, hits: 1, resets_at: sql`now() + make_interval(secs => ${windowS})` })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql`case when rate_limits.resets_at <= now() then 1 else rate_limits.hits + 1 end`,
        resets_at: sql`case when rate_limits.resets_at <= now() then excluded.resets_at else rate_limits.resets_at end`,
      }),
    )
    .returning(['hits', sql<number>`ceil(extract(epoch from resets_at - now()))::int`.as('wait_s')])
    .executeTakeFirstOrThrow()
  if (row.hits > limit) throw new Refusal('too_many_requests', { retryAfter: Math.max(1, row.wait_s) })
}

/** Uncounts a hit, for an attempt that succeeded. */
export async function returnHit(db: Db, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ hits: sql`greatest(hits - 1, 0)` })
    .where('key', '=', key)
    .execute()
}

/** Deletes expired windows. */
export async function sweepRateLimits(db: Db): Promise<void> {
  await db.deleteFrom('rate_limits').where('resets_at', '<', sql<string>`now()`).execute()
}
