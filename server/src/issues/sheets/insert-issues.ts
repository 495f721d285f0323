import { randomUUIDv7 } from 'node:crypto'
import { buildRecord, getFieldSpec, issueFieldNames } from '@plumbline/contract/issues/issue-fields'
import { sql } from 'kysely'
import type { WriteContext } from '../../context.ts'
import { formatJsonBatches, mapInSlices } from '../../loop/time-slices.ts'
import { type BulkFields, columnTypes, type StoredIssue } from '../bulk/apply-changes.ts'

/** Id, author and time of an imported issue. */
export type IssueOrigin = Pick<
  StoredIssue,
  'id' | 'bcf_guid' | 'source' | 'created_by' | 'created_at' | 'updated_by' | 'updated_at'
>

const defaultFields = {
  ...buildRecord(issueFieldNames, (name) => getFieldSpec(name).initial),
  status: 'OPEN',
  source: 'MANUAL',
  custom_fields: {},
}

const { round: _, deleted_at: __, deleted_by: ___, ...fieldTypes } = columnTypes
/** The columns of an imported issue with their SQL types; the project's columns are the same for all rows. */
const insertedTypes = {
  ...fieldTypes,
  id: 'uuid',
  bcf_guid: 'uuid',
  number: 'integer',
  source: 'text',
  created_by: 'uuid',
  created_at: 'timestamptz',
  updated_by: 'uuid',
  updated_at: 'timestamptz',
}
const names = sql.join(Object.keys(insertedTypes).map((name) => sql.ref(name)))
const typedNames = sql.join(
  Object.entries(insertedTypes).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
)

/** Takes the next numbers of a project and locks its row until the transaction ends; returns the first one. */
async function takeNumbers({ tx, member }: WriteContext, count: number): Promise<number> {
  const { last_issue_number } = await tx
    .updateTable('projects')
    .set({ last_issue_number: sql`last_issue_number + ${count}` })
    .where('id', '=', member.project_id)
    .returning('last_issue_number')
    .executeTakeFirstOrThrow()
  return last_issue_number - count + 1
}

/** Inserts many issues in a few statements; they get the next numbers in the given order, or numbers from `reserved` on. */
export async function insertIssues(
  ctx: WriteContext,
  issues: (BulkFields & { origin?: IssueOrigin })[],
  reserved?: number,
): Promise<StoredIssue[]> {
  if (issues.length === 0) return []
  const { project_id, user_id, team_id } = ctx.member
  const at = ctx.now().toISOString()
  const first = reserved ?? (await takeNumbers(ctx, issues.length))
  const rows = await mapInSlices(issues, ({ origin, ...fields }, index) => ({
    ...defaultFields,
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
    insert into issues (project_id, team_id, ${names})
    select ${project_id}::uuid, ${team_id}::uuid, ${names} from jsonb_to_recordset(${json}::jsonb) as v (${typedNames})
    returning *`.execute(ctx.tx)
    for (const row of batch) inserted.push(row)
  }
  return inserted.sort((a, b) => a.number - b.number)
}
