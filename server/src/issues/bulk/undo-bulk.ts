import type * as api from '@plumbline/contract/issues/bulk'
import type { CustomValues } from '@plumbline/contract/issues/custom-fields'
import { fieldsOf } from '@plumbline/contract/issues/issue-fields'
import { reason } from '@plumbline/contract/reasons'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../../context.ts'
import { readByIds } from '../../db/read-by-ids.ts'
import { Refusal } from '../../http/refusal.ts'
import { mapInSlices } from '../../loop/time-slices.ts'
import { listProjectMembers } from '../../projects/project-roles.ts'
import { readCustomFields } from '../custom-fields/custom-fields.ts'
import { readPlaces } from '../lists/places.ts'
import { type NewEntry, recordIssues } from '../log.ts'
import { buildLogStamp } from '../part-changes.ts'
import { isVisibleInTrashTo } from '../visible.ts'
import { applyChanges, type BulkFields, type IssueChange, type StoredIssue } from './apply-changes.ts'
import { buildBulkReply } from './bulk-reply.ts'
import { type PlannedIssue, pickDifferingFields } from './plan-issue-change.ts'
import { UNDO_PERIOD_MS } from './sweep-bulks.ts'
import { tellBulkChange } from './tell-bulk-change.ts'

interface OverwrittenRow {
  version: number
  before: BulkFields
  comment_id: string | null
}

interface UndoContext {
  /** levels, sections and people that issues may name now */
  existingIds: Set<string>
  /** ids of the project's custom fields that name people */
  people: string[]
}

/** The caller's own bulk change, locked so that it is undone only once. @throws Refusal not_found, wrong_state */
async function lockBulk(ctx: ProjectCtx, bulkId: string) {
  const bulk = await ctx.tx
    .selectFrom('issue_bulks')
    .selectAll()
    .where('id', '=', bulkId)
    .where('project_id', '=', ctx.member.project_id)
    .where('created_by', '=', ctx.member.user_id)
    .forUpdate()
    .executeTakeFirst()
  if (!bulk) throw new Refusal('not_found')
  if (bulk.undone_at) throw new Refusal('wrong_state', reason('already_undone'))
  if (Date.parse(bulk.created_at) < ctx.now().getTime() - UNDO_PERIOD_MS)
    throw new Refusal('wrong_state', reason('undo_expired'))
  return bulk
}

/** SQL condition: the bulk change itself hid the issue from its author, and nobody has edited the issue since. */
const isHiddenByBulk = (bulkId: string) => sql<boolean>`exists (select from issue_bulk_rows r
  where r.bulk_id = ${bulkId} and r.issue_id = issues.id and r.before ? 'visibility' and r.version = issues.version)`

async function lockChangedIssues(ctx: ProjectCtx, bulkId: string) {
  const rows = () => ctx.tx.selectFrom('issue_bulk_rows').where('bulk_id', '=', bulkId)
  const ids = (await rows().select('issue_id').orderBy('issue_id').execute()).map((row) => row.issue_id)
  const kept = await readByIds(ids, (some) =>
    rows()
      .where('issue_id', '=', sql<string>`any (${some}::uuid[])`)
      .select(['issue_id', 'version', 'before', 'comment_id'])
      .execute(),
  )
  const issues = await readByIds(ids, (some) =>
    ctx.tx
      .selectFrom('issues')
      .selectAll('issues')
      .where('issues.id', '=', sql<string>`any (${some}::uuid[])`)
      .where('issues.project_id', '=', ctx.member.project_id)
      .where((eb) => eb.or([isVisibleInTrashTo(ctx.member), isHiddenByBulk(bulkId)]))
      .orderBy('issues.id')
      .forUpdate('issues')
      .execute(),
  )
  return { issues, kept: new Map(kept.map(({ issue_id, ...row }) => [issue_id, row as OverwrittenRow])) }
}

/** Ids of the levels, sections and assignees that still exist in the project. */
async function readReferableIds({ tx, member }: ProjectCtx) {
  const { level, section } = await readPlaces(tx, member.project_id)
  const people = await listProjectMembers(tx, member.project_id)
  const workers = people.filter((row) => isLevelAtLeast(row.permission_level, 'CONTRIBUTOR'))
  return new Set([...level, ...section].map(({ id }) => id).concat(workers.map(({ user_id }) => user_id)))
}

/** Whether an undo would restore a person in a custom field who can no longer work on issues. */
function hasLostPerson(issue: StoredIssue, kept: OverwrittenRow, { people, existingIds }: UndoContext) {
  const now: CustomValues = issue.custom_fields
  const before: CustomValues = kept.before.custom_fields ?? now
  return people.some((id) => {
    const person = before[id]
    return person !== undefined && person !== now[id] && !existingIds.has(String(person))
  })
}

function planUndo(issue: StoredIssue, kept: OverwrittenRow, found: UndoContext): PlannedIssue {
  const wasDeleted = 'deleted_at' in kept.before
  if (issue.version !== kept.version || (issue.deleted_at !== null) !== wasDeleted)
    return { before: issue, outcome: 'REFUSED', reason: reason('issue_changed_since') }
  const gone = fieldsOf('person', 'place').some((name) => {
    const id = kept.before[name]
    return id && !found.existingIds.has(id)
  })
  if (gone || hasLostPerson(issue, kept, found))
    return { before: issue, outcome: 'REFUSED', reason: reason('old_value_gone') }
  return {
    before: issue,
    outcome: 'CHANGED',
    change: { before: issue, fields: pickDifferingFields(issue, kept.before) },
  }
}

/** Erases the comments that the bulk change added; they remain as deleted comments. */
async function deleteComments(
  ctx: ProjectCtx,
  planned: PlannedIssue[],
  kept: Map<string, OverwrittenRow>,
): Promise<NewEntry[]> {
  const comments = planned.flatMap(({ before, change }) => {
    const comment_id = change && kept.get(before.id)?.comment_id
    return comment_id ? [{ issue_id: before.id, comment_id }] : []
  })
  if (comments.length === 0) return []
  const at = ctx.now().toISOString()
  const { rows } = await sql<{ id: string; issue_id: string }>`
    update issue_comments set text = '', attachment_ids = '{}', viewpoint_id = null, deleted_at = ${at}::timestamptz
    where id = any (${comments.map((row) => row.comment_id)}::uuid[]) and deleted_at is null
    returning id, issue_id`.execute(ctx.tx)
  await sql`update issues set comments = comments - 1, updated_at = ${at}::timestamptz
    where id = any (${rows.map((row) => row.issue_id)}::uuid[])`.execute(ctx.tx)
  return rows.map(({ id, issue_id }) => ({ issue_id, kind: 'COMMENT_DELETED', data: { comment_id: id } }))
}

export async function undoBulk(ctx: ProjectCtx, { params }: Input<typeof api.undoBulk>) {
  const bulk = await lockBulk(ctx, params.bulkId)
  const { issues, kept } = await lockChangedIssues(ctx, bulk.id)
  const own = await readCustomFields(ctx.tx, ctx.member.project_id)
  const found: UndoContext = {
    existingIds: await readReferableIds(ctx),
    people: own.filter(({ kind }) => kind === 'PERSON').map(({ id }) => id),
  }
  const planned = await mapInSlices(issues, (issue) =>
    planUndo(issue, kept.get(issue.id) as OverwrittenRow, found),
  )
  const changes: IssueChange[] = planned.flatMap(({ change }) => change ?? [])
  if (changes.length === 0) return buildBulkReply(planned, null)
  const { entries } = await applyChanges(ctx, changes)
  const erased = await deleteComments(ctx, planned, kept)
  await ctx.tx
    .updateTable('issue_bulks')
    .set({ undone_at: ctx.now().toISOString() })
    .where('id', '=', bulk.id)
    .execute()
  await recordIssues(ctx.tx, { ...buildLogStamp(ctx), bulk_id: bulk.id }, [...entries, ...erased])
  const isRestored = changes.some(({ fields }) => 'deleted_at' in fields)
  await (isRestored
    ? tellBulkChange(ctx, 'issue.created', changes, 'SILENT')
    : tellBulkChange(ctx, 'issue.updated', changes))
  return buildBulkReply(planned, null)
}
