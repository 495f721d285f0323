import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { MergeFields } from './merge-fields.ts'

/** The state of an issue at the last import or export: the base of the three-way merge. */
export interface LastExchange {
  facts: MergeFields
  /** GUIDs of exchanged comments, viewpoints, references and related topics: a missing one was deleted here */
  parts: string[]
}

export async function recordExchanges(
  tx: Tx,
  at: string,
  bases: { issue_id: string; fields: LastExchange }[],
): Promise<void> {
  if (bases.length === 0) return
  // sorted, to avoid deadlocks of concurrent exports
  const rows = [...bases].sort((a, b) => (a.issue_id < b.issue_id ? -1 : 1))
  // past visible.ts: skips issues purged since the caller exported them
  await sql`
    insert into bcf_bases (issue_id, fields, exchanged_at)
    select issue_id, fields, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (issue_id uuid, fields jsonb)
    where exists (select from issues where id = issue_id)
    on conflict (issue_id) do update set exchanged_at = excluded.exchanged_at,
      fields = excluded.fields || jsonb_build_object('parts', (select coalesce(jsonb_agg(distinct part), '[]')
        from jsonb_array_elements((bcf_bases.fields->'parts') || (excluded.fields->'parts')) part))`.execute(
    tx,
  )
}
