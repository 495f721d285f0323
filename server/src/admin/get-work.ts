import type { WorkCounts } from '@plumbline/contract/admin/work'
import { sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { countJobs } from '../jobs/count-jobs.ts'
import { queueNames } from '../jobs/jobs.ts'

const FAILED_DAYS = 7

async function countConversions(tx: Tx, now: Date): Promise<WorkCounts> {
  const since = new Date(now.getTime() - FAILED_DAYS * 86_400_000).toISOString()
  const { rows } = await sql<WorkCounts>`select 'conversions' as name,
    (select count(*)::int from bim_file_variants where state = 'QUEUED') as waiting,
    (select count(*)::int from bim_file_variants where state = 'PROCESSING') as running,
    (select count(*)::int from bim_file_variants where state = 'FAILED' and processed_at > ${since}
      and deleted_at is null) as failed,
    (select min(queued_at) from bim_file_variants where state = 'QUEUED') as oldest_at`.execute(tx)
  return rows[0] as WorkCounts
}

async function countMails(tx: Tx): Promise<WorkCounts> {
  const { rows } = await sql<WorkCounts>`select 'mails' as name,
    count(*) filter (where state = 'QUEUED')::int as waiting, 0 as running,
    count(*) filter (where state = 'FAILED')::int as failed,
    min(created_at) filter (where state = 'QUEUED') as oldest_at
    from mails where state in ('QUEUED', 'FAILED')`.execute(tx)
  return rows[0] as WorkCounts
}

export async function getWork({ tx, db, now }: UserCtx) {
  const [conversions, mails, jobs] = await Promise.all([
    countConversions(tx, now()),
    countMails(tx),
    countJobs(db, queueNames),
  ])
  return { conversions, mails, jobs }
}
