import { sql } from 'kysely'
import type { Server } from '../context.ts'
import { runEach } from '../jobs/run-each.ts'

const RECOUNT_MS = 3600_000
/** companies counted in one sweep, which runs every minute */
const COMPANIES_PER_SWEEP = 200

type StorageServices = Pick<Server, 'db' | 'now' | 'log'>

/** The companies that were never counted, then the least recently counted ones. */
async function listDueCompanies({ db }: StorageServices, at: Date): Promise<string[]> {
  const before = new Date(at.getTime() - RECOUNT_MS).toISOString()
  const { rows } = await sql<{ id: string }>`
    select t.id from teams t left join team_storage s on s.team_id = t.id
    where s.team_id is null or s.counted_at < ${before}
    order by s.counted_at nulls first, t.id limit ${COMPANIES_PER_SWEEP}`.execute(db)
  return rows.map(({ id }) => id)
}

// past visible.ts: sizes of files only
async function countCompany({ db }: StorageServices, id: string, at: Date): Promise<void> {
  await sql`
    insert into team_storage (team_id, bytes, counted_at)
    select t.id, (
      select coalesce(sum(v.size_bytes), 0) from projects p join bim_file_variants v on v.project_id = p.id
        where p.team_id = t.id and v.blob_key is not null
    ) + (
      select coalesce(sum(a.size), 0) from projects p join issues i on i.project_id = p.id
        join issue_attachments a on a.issue_id = i.id where p.team_id = t.id
    ) + (
      select coalesce(sum(d.size), 0) from projects p join bcf_documents d on d.project_id = p.id
        where p.team_id = t.id
    ) + (
      select coalesce(sum(f.size), 0) from projects p join chats c on c.project_id = p.id
        join chat_files f on f.chat_id = c.id where p.team_id = t.id
    ), ${at.toISOString()} from teams t where t.id = ${id}
    on conflict (team_id) do update set bytes = excluded.bytes, counted_at = excluded.counted_at`.execute(db)
}

/**
 * Counts the stored bytes of companies, one statement each: together they could exceed the time limit of a statement, and a
 * failure for one company does not affect the others.
 */
export async function countStorage(services: StorageServices): Promise<void> {
  const at = services.now()
  const due = await listDueCompanies(services, at)
  await runEach(services.log, 'count of storage', due, (id) => countCompany(services, id, at))
}
