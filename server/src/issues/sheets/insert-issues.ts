import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WriteContext } from '../../context.ts'
import { formatJsonBatches, mapInSlices } from '../../loop/time-slices.ts'
import type { Fields, Row } from '../bulk/apply.ts'

/** Of an issue that was not made here and now. */
export type Origin = Pick<
  Row,
  'id' | 'bcf_guid' | 'source' | 'created_by' | 'created_at' | 'updated_by' | 'updated_at'
>

const usual = {
  description: '',
  type: 'DEFECT',
  status: 'OPEN',
  priority: 'MEDIUM',
  trade: 'GENERAL',
  visibility: 'ALL',
  labels: [],
}

/** Files many issues in few statements; they get the next numbers in their order. */
export async function insertIssues(
  ctx: WriteContext,
  issues: (Fields & { origin?: Origin })[],
): Promise<Row[]> {
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
    ...usual,
    ...{ source: 'MANUAL', created_by: user_id, created_at: at, updated_by: user_id, updated_at: at },
    ...fields,
    ...{ id: randomUUIDv7(), ...origin },
    number: first + index,
  }))
  const made: Row[] = []
  for await (const json of formatJsonBatches(rows)) {
    const { rows: some } = await sql<Row>`
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
    for (const row of some) made.push(row)
  }
  return made.sort((a, b) => a.number - b.number)
}
