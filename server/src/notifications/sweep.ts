import { sql } from 'kysely'
import type { Server } from '../context.ts'

const BATCH = 10_000
const DAY_MS = 24 * 3600 * 1000

/**
 * Deletes acknowledged notifications after half a year, all others after a year, and those that only served a mail or push a
 * day after it was sent.
 */
export async function sweepNotifications({ db, now }: Pick<Server, 'db' | 'now'>): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS).toISOString()
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from notifications where id in (select id from notifications
        where (created_at < ${before(180)} and state = 'ACKNOWLEDGED') or created_at < ${before(365)}
          or (created_at < ${before(1)} and not in_app and mail_at is null and push_at is null)
        limit ${BATCH})`.execute(db)
    if ((numAffectedRows ?? 0n) < BATCH) return
  }
}
