import { createHash, randomUUIDv7 } from 'node:crypto'
import {
  buildRecord,
  type FieldKind,
  getFieldSpec,
  issueFieldNames,
} from '@plumbline/contract/issues/issue-fields'
import { type Selectable, sql } from 'kysely'
import type { ProjectMember, WriteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { flatMapInSlices, formatJsonBatches, mapInSlices, TimeSlices } from '../../loop/time-slices.ts'
import { computeFieldChanges, type NewEntry } from '../log.ts'
import { buildShowsFix } from '../proof.ts'

export type StoredIssue = Selectable<Tables['issues']>

const sqlTypes: Record<FieldKind, string> = {
  text: 'text',
  line: 'text',
  choice: 'text',
  person: 'uuid',
  place: 'uuid',
  date: 'date',
  decimal: 'numeric',
  labels: 'text[]',
}

/** The columns that a bulk change may write, with their SQL types in a jsonb recordset. */
export const columnTypes = {
  ...buildRecord(issueFieldNames, (name) => sqlTypes[getFieldSpec(name).kind]),
  custom_fields: 'jsonb',
  status: 'text',
  resolved_by: 'uuid',
  resolved_at: 'timestamptz',
  closed_by: 'uuid',
  closed_at: 'timestamptz',
  round: 'integer',
  deleted_at: 'timestamptz',
  deleted_by: 'uuid',
} as const
export type BulkFields = Partial<Pick<StoredIssue, keyof typeof columnTypes>>

/** Context for a write to many issues, which may be on behalf of a former member. */
export type BulkContext = Pick<WriteContext, 'tx' | 'tell' | 'now'> & {
  member: Pick<ProjectMember, 'project_id' | 'user_id'>
}

/** A locked issue and the values to write. */
export interface IssueChange {
  before: StoredIssue
  fields: BulkFields
  /** text of a new comment by the caller */
  comment?: string
}

export interface AppliedChanges {
  entries: NewEntry[]
  /** ids of the new comments by issue id */
  comments: Map<string, string>
}

const hasFieldChanges = ({ fields }: IssueChange) =>
  Object.keys(fields).some((name) => !name.startsWith('deleted_'))
export const computeVersionAfter = (change: IssueChange) =>
  change.before.version + Number(hasFieldChanges(change))

/** One UPDATE for a batch of rows; columns that a row does not change are written with their old value. */
async function updateFields(ctx: BulkContext, changes: IssueChange[]) {
  const names = [
    ...new Set(changes.flatMap(({ fields }) => Object.keys(fields))),
  ] as (keyof typeof columnTypes)[]
  if (names.length === 0) return
  const rows = await mapInSlices(changes, (change) => {
    const after: Record<string, unknown> = { id: change.before.id, raised: Number(hasFieldChanges(change)) }
    for (const name of names) after[name] = name in change.fields ? change.fields[name] : change.before[name]
    return after
  })
  const set = names.map((name) => sql`${sql.ref(name)} = v.${sql.ref(name)}`)
  const columns = names.map((name) => sql`${sql.ref(name)} ${sql.raw(columnTypes[name])}`)
  const at = ctx.now().toISOString()
  for await (const json of formatJsonBatches(rows))
    await sql`
    update issues i set ${sql.join(set)}, version = i.version + v.raised,
      updated_by = case when v.raised = 1 then ${ctx.member.user_id}::uuid else i.updated_by end,
      updated_at = case when v.raised = 1 then ${at}::timestamptz else i.updated_at end
    from jsonb_to_recordset(${json}::jsonb) as v (id uuid, raised integer, ${sql.join(columns)})
    where i.id = v.id`.execute(ctx.tx)
}

/** Adds the user as watcher; returns the ids of the issues that they did not watch before. */
async function watchIssues(tx: Tx, userId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ issue_id: string }>`
    insert into issue_watchers (issue_id, user_id) select unnest(${ids}::uuid[]), ${userId}::uuid
    on conflict do nothing returning issue_id`.execute(tx)
  return new Set(rows.map((row) => row.issue_id))
}

async function insertComments(ctx: BulkContext, changes: IssueChange[]): Promise<AppliedChanges> {
  const commented = changes.filter(({ comment }) => comment !== undefined)
  const entries: NewEntry[] = []
  const comments = new Map<string, string>()
  if (commented.length === 0) return { entries, comments }
  const { user_id } = ctx.member
  const at = ctx.now().toISOString()
  const rows = commented.map(({ before, comment }) => ({
    id: randomUUIDv7(),
    issue_id: before.id,
    text: comment,
    // the round before the change: the reason for reopening must not count as proof in the new round
    round: before.round,
  }))
  for await (const json of formatJsonBatches(rows))
    await sql`
    insert into issue_comments (id, issue_id, text, round, shows_fix, created_by, created_at)
    select id, issue_id, text, round, ${buildShowsFix(sql`issue_id`)}, ${user_id}::uuid, ${at}::timestamptz
    from jsonb_to_recordset(${json}::jsonb) as v (id uuid, issue_id uuid, text text, round integer)`.execute(
      ctx.tx,
    )
  const ids = rows.map(({ issue_id }) => issue_id)
  await sql`update issues set comments = comments + 1, updated_at = ${at}::timestamptz
    where id = any (${ids}::uuid[])`.execute(ctx.tx)
  const watching = await watchIssues(ctx.tx, user_id, ids)
  const slices = new TimeSlices()
  for (const { id, issue_id, text = '' } of rows) {
    if (slices.isOver) await slices.yieldToLoop()
    const sha256 = createHash('sha256').update(text).digest('hex')
    const data = { comment_id: id, sha256, watching: watching.has(issue_id) ? [user_id] : [] }
    entries.push({ issue_id, kind: 'COMMENTED', data })
    comments.set(issue_id, id)
  }
  return { entries, comments }
}

function buildEntry({ before, fields }: IssueChange): NewEntry[] {
  if ('deleted_at' in fields)
    return [{ issue_id: before.id, kind: fields.deleted_at === null ? 'RESTORED' : 'DELETED' }]
  const changes = computeFieldChanges(before, { ...before, ...fields })
  return changes.length > 0 ? [{ issue_id: before.id, kind: 'CHANGED', data: { changes } }] : []
}

/** Writes changes of locked issues in a few statements; returns the log entries, which the caller records last. */
export async function applyChanges(ctx: BulkContext, changes: IssueChange[]): Promise<AppliedChanges> {
  await updateFields(
    ctx,
    changes.filter(({ fields }) => Object.keys(fields).length > 0),
  )
  const { entries, comments } = await insertComments(ctx, changes)
  return { entries: [...(await flatMapInSlices(changes, buildEntry)), ...entries], comments }
}
