import { sql } from 'kysely'
import type { Server } from '../context.ts'

const RECOUNT_MS = 3600_000
/** companies counted in one sweep, which runs every minute */
const COMPANIES_PER_SWEEP = 200

// past visible.ts: sizes of files only
/** Counts the stored bytes of new companies, and of those counted longest ago. */
export async function countStorage({ db, now }: Pick<Server, 'db' | 'now'>): Promise<void> {
  const at = now()
  const before = new Date(at.getTime() - RECOUNT_MS).toISOString()
  await sql`
    with due as (
      select t.id from teams t left join team_storage s on s.team_id = t.id
      where s.team_id is null or s.counted_at < ${before}
      order by s.counted_at nulls first, t.id limit ${COMPANIES_PER_SWEEP}
    ), counted as (
      select due.id, (
        select coalesce(sum(v.size_bytes), 0) from projects p join bim_file_variants v on v.project_id = p.id
          where p.team_id = due.id and v.blob_key is not null
      ) + (
        select coalesce(sum(a.size), 0) from projects p join issues i on i.project_id = p.id
          join issue_attachments a on a.issue_id = i.id where p.team_id = due.id
      ) + (
        select coalesce(sum(f.size), 0) from projects p join chats c on c.project_id = p.id
          join chat_files f on f.chat_id = c.id where p.team_id = due.id
      ) as bytes from due
    )
    insert into team_storage (team_id, bytes, counted_at)
    select id, bytes, ${at.toISOString()} from counted
    on conflict (team_id) do update set bytes = excluded.bytes, counted_at = excluded.counted_at`.execute(db)
}
