import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WriteContext } from '../../context.ts'
import { formatJsonBatches, mapInSlices } from '../../loop/time-slices.ts'
import type { BulkFields, StoredIssue } from '../bulk/apply-changes.ts'

/** Id, author and time of an imported issue. */
export type IssueOrigin = Pick<
  StoredIssue,
  'id' | 'bcf_guid' | 'source' | 'created_by' | 'created_at' | 'updated_by' | 'updated_at'
>

const defaultFields = {
  description: '',
  type: 'DEFECT',
  status: 'OPEN',
  priority: 'MEDIUM',
  trade: 'GENERAL',
  visibility: 'ALL',
  labels: [],
}

/** Inserts many issues in a few statements; they get the next numbers in the given order. */
export async function insertIssues(
  ctx: WriteContext,
  issues: (BulkFields & { origin?: IssueOrigin })[],
): Promise<StoredIssue[]> {
  if (issues.length === 0) return []
  const { project_id, user_id, team_id } = ctx.member
  const at = ctx.now().toISOString()
  const { last_issue_number } = await ctx.tx
    .updateTable('projects')
    .set({ last_issue_number: sql`last_issue_number + ${issues.length}` })
    .where('id', '=', project_id)
    .returning('last_issue_number')
    .executeTakeFirstOrThrow()
  const first = last_issue_number - issues.length + 1
  const rows = await mapInSlices(issues, ({ origin, ...fields }, index) => ({
    ...defaultFields,
    source: 'MANUAL',
    created_by: user_id,
    created_at: at,
    updated_by: user_id,
    updated_at: at,
    ...fields,
    id: randomUUIDv7(),
    ...origin,
    number: first + index,
  }))
  const inserted: StoredIssue[] = []
  for await (const json of formatJsonBatches(rows)) {
    const { rows: batch } = await sql<StoredIssue>`
    insert into issues (id, bcf_guid, project_id, number, name, description, type, status, priority, trade, level_id,
      section_id, labels, assignee_id, due_date, stage, visibility, resolved_by, resolved_at, closed_by, closed_at,
      team_id, source, created_by, created_at, updated_by, updated_at)
    select id, bcf_guid, ${project_id}::uuid, number, name, description, type, status, priority, trade, level_id,
      section_id, labels, assignee_id, due_date, stage, visibility, resolved_by, resolved_at, closed_by, closed_at,
      ${team_id}::uuid, source, created_by, created_at, updated_by, updated_at
    from jsonb_to_recordset(${json}::jsonb) as v (id uuid, bcf_guid uuid, number integer, name text,
      description text, type text, status text, priority text, trade text, level_id uuid, section_id uuid,
      labels text[], assignee_id uuid, due_date date, stage text, visibility text, resolved_by uuid,
      resolved_at timestamptz, closed_by uuid, closed_at timestamptz, source text, created_by uuid,
      created_at timestamptz, updated_by uuid, updated_at timestamptz)
    returning *`.execute(ctx.tx)
    for (const row of batch) inserted.push(row)
  }
  return inserted.sort((a, b) => a.number - b.number)
}
