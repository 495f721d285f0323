import type { FieldChange } from '@plumbline/contract/issues/timeline'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** An issue of a sheet with the number of the last log entry at its export. */
export interface ExportedIssue {
  id: string
  version: number
}

/** The values that fields had at the export, of fields changed since, by issue id. */
export type ExportedValues = Map<string, Pick<FieldChange, 'field' | 'from'>[]>

/** Reads one value for each changed field, however often it was changed since: a sheet may be years old. */
export async function readExportedValues(
  tx: Tx,
  projectId: string,
  issues: readonly ExportedIssue[],
): Promise<ExportedValues> {
  const { rows } = await sql<{ issue_id: string; field: string; from: unknown }>`
    select distinct on (l.issue_id, c->>'field') l.issue_id, c->>'field' as field, c->'from' as "from"
    from unnest(${issues.map(({ id }) => id)}::uuid[], ${issues.map(({ version }) => version)}::bigint[]) as v (id, version)
    join issue_log l on l.project_id = ${projectId} and l.issue_id = v.id and l.seq > v.version and l.kind = 'CHANGED'
    cross join jsonb_array_elements(l.data->'changes') c
    order by l.issue_id, c->>'field', l.seq`.execute(tx)
  return Map.groupBy(rows, (row) => row.issue_id)
}
