import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import type { Fields, Row } from '../bulk/apply.ts'

/** Files many issues in one statement; they get the next numbers in their order. */
export async function insertIssues(ctx: ProjectCtx, issues: Fields[]): Promise<Row[]> {
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
  const rows = issues.map((fields, index) => ({
    ...{
      description: '',
      type: 'DEFECT',
      priority: 'MEDIUM',
      trade: 'GENERAL',
      visibility: 'ALL',
      labels: [],
    },
    ...fields,
    id: randomUUIDv7(),
    number: first + index,
  }))
  const made = await sql<Row>`
    insert into issues (id, project_id, number, name, description, type, priority, trade, level_id, section_id,
      labels, assignee_id, due_date, stage, visibility, team_id, created_by, created_at, updated_by, updated_at)
    select id, ${project_id}::uuid, number, name, description, type, priority, trade, level_id, section_id, labels,
      assignee_id, due_date, stage, visibility, ${team_id}::uuid, ${user_id}::uuid, ${at}::timestamptz,
      ${user_id}::uuid, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id uuid, number integer, name text,
      description text, type text, priority text, trade text, level_id uuid, section_id uuid, labels text[],
      assignee_id uuid, due_date date, stage text, visibility text)
    returning *`.execute(ctx.tx)
  return made.rows.sort((a, b) => a.number - b.number)
}
