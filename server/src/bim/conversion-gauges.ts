import { sql } from 'kysely'
import type { Server } from '../context.ts'
import type { Gauge } from '../http/metrics.ts'

/** The conversion queue, failures of the last day by code, and stored bytes of versions, for /metrics. */
export async function readConversionGauges({ db, now }: Server): Promise<Gauge[]> {
  const at = now().toISOString()
  const { rows } = await sql<{ waiting: number; running: number; oldest: number | null; bytes: number }>`
    select count(*) filter (where state = 'QUEUED')::int as waiting,
      count(*) filter (where state = 'PROCESSING')::int as running,
      extract(epoch from ${at}::timestamptz - min(queued_at) filter (where state = 'QUEUED'))::float8 as oldest,
      coalesce(sum(size_bytes) filter (where state <> 'UPLOADING'), 0)::float8 as bytes
    from bim_file_variants`.execute(db)
  const failed = await sql<{ code: string; count: number }>`
    select coalesce(error->>'code', 'unknown') as code, count(*)::int as count from bim_file_variants
    where state = 'FAILED' and queued_at > ${at}::timestamptz - interval '1 day' group by 1`.execute(db)
  const [{ waiting = 0, running = 0, oldest = null, bytes = 0 } = {}] = rows
  return [
    { name: 'queue_waiting', value: waiting },
    { name: 'queue_running', value: running },
    { name: 'queue_oldest_seconds', value: Math.max(0, oldest ?? 0) },
    { name: 'stored_version_bytes', value: bytes },
    ...failed.rows.map(({ code, count }) => ({
      name: 'conversions_failed_last_day',
      value: count,
      labels: { code },
    })),
  ]
}
