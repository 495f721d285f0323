import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

interface JobCounts {
  name: string
  waiting: number
  running: number
  failed: number
  oldest_at: string | null
}

/** The jobs of each queue; failed ones stay for some days. A job that is due later does not wait yet. */
export async function countJobs(db: Db, queues: readonly string[]): Promise<JobCounts[]> {
  const { rows } = await sql<JobCounts>`
    select queue.name,
      count(job.id) filter (where job.state < 'active' and job.start_after <= now())::int as waiting,
      count(job.id) filter (where job.state = 'active')::int as running,
      count(job.id) filter (where job.state = 'failed')::int as failed,
      min(job.start_after) filter (where job.state < 'active' and job.start_after <= now()) as oldest_at
    from unnest(${queues}::text[]) with ordinality queue (name, place)
    left join pgboss.job on job.name = queue.name and job.state in ('created', 'retry', 'active', 'failed')
    group by queue.name, queue.place order by queue.place`.execute(db)
  return rows
}
