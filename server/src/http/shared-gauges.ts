import { sql } from 'kysely'
import type { Server } from '../context.ts'
import type { Gauge } from './metrics.ts'

/** Events that no server has sent yet, and mails, for /metrics. */
export async function readSharedGauges({ db, now }: Server): Promise<Gauge[]> {
  const { rows } = await sql<{ unsent: number; age: number | null }>`
    select count(*)::int as unsent,
      extract(epoch from ${now().toISOString()}::timestamptz - min(created_at))::float8 as age
    from outbox where seq is null`.execute(db)
  const mails = await sql<{ state: string; count: number }>`
    select lower(state) as state, count(*)::int as count from mails
    where state in ('QUEUED', 'FAILED') group by 1`.execute(db)
  return [
    { name: 'outbox_unsent', value: rows[0]?.unsent ?? 0 },
    { name: 'outbox_lag_seconds', value: Math.max(0, rows[0]?.age ?? 0) },
    ...['queued', 'failed'].map((state) => ({
      name: 'mails',
      value: mails.rows.find((row) => row.state === state)?.count ?? 0,
      labels: { state },
    })),
  ]
}
