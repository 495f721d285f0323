import type { EventComment } from '@plumbline/contract/event-causes'
import {
  type CustomValueChanges,
  type CustomValues,
  mergeCustomValues,
} from '@plumbline/contract/issues/custom-fields'
import type { IssueValues } from '@plumbline/contract/issues/issue-fields'
import type * as api from '@plumbline/contract/issues/issues'
import type { Issue } from '@plumbline/contract/issues/issues'
import type { FieldChange } from '@plumbline/contract/issues/timeline'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import { toJsonb } from '../db/database.ts'
import { holdQuery } from '../db/prepared-query.ts'
import { Refusal } from '../http/refusal.ts'
import type { Audience, ForeseenFacts } from '../live/tell.ts'
import { checkIssueAction, checkStatusMove } from './check-issue-action.ts'
import { checkReferences, holdNamedPeople } from './check-references.ts'
import { insertComment } from './comments.ts'
import { checkCustomValues, checkEmptiedValues } from './custom-fields/check-values.ts'
import { readCustomFields } from './custom-fields/custom-fields.ts'
import { computeFieldChanges, type NewEntry, recordIssues } from './log.ts'
import { buildLogStamp } from './part-changes.ts'
import { readEvidence, readIssueWithParts } from './read-issue.ts'
import { buildStatusColumns } from './status-columns.ts'
import { type FoundIssue, findIssue, mergeAudiences, readIssueAudience } from './visible.ts'
import { listWatchers, setWatchers } from './watchers.ts'

type Change = Pick<Input<typeof api.updateIssue>, 'params' | 'body'>
type Body = Change['body']

interface UpdateOptions {
  /** the caller cannot send a comment with the status: their own comments count as proof of the fix */
  areCommentsSeparate?: boolean
}

async function checkUpdate(
  ctx: ProjectCtx,
  issue: FoundIssue,
  { status, comment, ...fields }: Body,
  { areCommentsSeparate }: UpdateOptions,
) {
  const { member } = ctx
  if (Object.keys(fields).length > 0) checkIssueAction(member, issue, 'EDIT')
  if (comment) checkIssueAction(member, issue, 'COMMENT')
  if (ctx.http.if_match !== null && ctx.http.if_match !== issue.version) throw new Refusal('stale')
  if (!status || status === issue.status) return
  const wordsOf = areCommentsSeparate ? member.user_id : null
  const evidence = status === 'RESOLVED' ? await readEvidence(ctx.tx, issue, wordsOf) : {}
  await checkStatusMove(ctx, { ...issue, ...evidence }, { to: status, comment: comment !== undefined })
}

/** Removes the assignee's address imported from a BCF file; returns whether there was one. */
async function clearBcfAssignee({ tx }: ProjectCtx, { id }: FoundIssue): Promise<boolean> {
  const { rows } = await sql`update issue_bcf set topic = topic - 'assigned_to'
    where issue_id = ${id} and topic ? 'assigned_to' returning issue_id`.execute(tx)
  return rows.length > 0
}

/** The values of the custom fields after a change of some of them. */
async function applyCustomChanges(
  ctx: ProjectCtx,
  issue: FoundIssue,
  wanted: CustomValueChanges,
  type: Body['type'],
): Promise<CustomValues> {
  const stored: CustomValues = issue.custom_fields
  const own = await readCustomFields(ctx.tx, issue.project_id)
  const changes = await checkCustomValues(ctx, own, wanted, stored)
  checkEmptiedValues(own, changes, stored, type ?? (issue.type as IssueValues['type']))
  return mergeCustomValues(stored, changes)
}

/** A write of fields that is sent together with the next statement. */
interface FieldsWrite {
  rows: Promise<FoundIssue[]>
  /** the row as known before the write */
  expected: FoundIssue
  /** changes of other tables than the issue's */
  others: FieldChange[]
}

/** Starts writing changed fields; null without a change, which keeps `version`. */
async function startFieldsWrite(ctx: ProjectCtx, issue: FoundIssue, body: Body): Promise<FieldsWrite | null> {
  const { status: to, comment: _, watcher_ids, custom_fields: own, ...fields } = body
  const custom_fields = own ? await applyCustomChanges(ctx, issue, own, fields.type) : issue.custom_fields
  const status = to ?? issue.status
  const at = ctx.now().toISOString()
  const hasNewStatus = status !== issue.status
  const before = watcher_ids ? await listWatchers(ctx.tx, issue.id) : []
  const after = watcher_ids ? await setWatchers(ctx, issue.id, watcher_ids) : []
  const hasNewWatchers = before.join() !== after.join()
  const isAddressCleared = fields.assignee_id === null && (await clearBcfAssignee(ctx, issue))
  const expected = { ...issue, ...fields, status, custom_fields } as FoundIssue
  if (!hasNewWatchers && !isAddressCleared && computeFieldChanges(issue, expected).length === 0) return null
  const query = ctx.tx
    .updateTable('issues')
    .set({
      ...fields,
      ...(own ? { custom_fields: toJsonb(custom_fields) } : {}),
      ...(hasNewStatus ? buildStatusColumns(ctx.member.user_id, at, issue, status) : {}),
      updated_by: ctx.member.user_id,
      updated_at: at,
      version: sql`version + 1`,
    })
    .where('id', '=', issue.id)
    .returningAll()
  const others: FieldChange[] = []
  if (hasNewWatchers) others.push({ field: 'watcher_ids', from: before, to: after })
  if (isAddressCleared) others.push({ field: 'bcf', from: null, to: ['assigned_to'] })
  return { rows: holdQuery<FoundIssue>(ctx.tx, query.compile()), expected, others }
}

/** Waits for the write of the fields; returns the row with its log entry. */
async function finishFieldsWrite(issue: FoundIssue, write: FieldsWrite): Promise<[FoundIssue, NewEntry]> {
  const [row] = (await write.rows) as [FoundIssue]
  const changes = [...computeFieldChanges(issue, row), ...write.others]
  return [row, { issue_id: issue.id, kind: 'CHANGED', data: { changes } }]
}

export async function updateIssue(
  ctx: ProjectCtx,
  { params, body }: Change,
  options: UpdateOptions = {},
): Promise<Issue> {
  holdNamedPeople(ctx, body)
  const issue = await findIssue(ctx, params.issueId, true)
  await checkUpdate(ctx, issue, body, options)
  await checkReferences(ctx, body)
  const audience = await readIssueAudience(ctx.tx, issue, ctx.member)
  const write = await startFieldsWrite(ctx, issue, body)
  // uses the round before the change: the reason for reopening must not count as proof in the new round
  const commented = body.comment ? await insertComment(ctx, issue, { text: body.comment }) : null
  if (!write && !commented) {
    ctx.http.setVersionTag(issue.version)
    return readIssueWithParts(ctx, issue.id)
  }
  const comment = commented?.fact ?? null
  const expected = { before: issue, issue: write?.expected ?? issue, comment, changes: [] }
  const foreseen = await ctx.tell.foresee('issue.updated', buildChangeEvent(ctx, expected, audience))
  // sent together with the write and the reads of its event
  const answer = await readIssueWithParts(ctx, issue.id)
  const [changed, entry] = write ? await finishFieldsWrite(issue, write) : [issue, null]
  const entries = [entry, commented?.entry ?? null].filter((each) => each !== null)
  await recordIssues(ctx.tx, buildLogStamp(ctx), entries)
  const changes = entries.flatMap(({ data }) => data?.changes ?? [])
  await tellChange(ctx, { before: issue, issue: changed, comment, changes }, audience, foreseen)
  ctx.http.setVersionTag(changed.version)
  return answer
}

interface Changed {
  before: FoundIssue
  issue: FoundIssue
  comment: EventComment | null
  changes: FieldChange[]
}

const buildChangeEvent = ({ member }: ProjectCtx, change: Changed, audience: Audience) => ({
  project_id: change.issue.project_id,
  data: { issue_id: change.issue.id },
  audience,
  cause: { ...change, kind: 'CHANGED' as const, by: member.user_id },
})

/** Publishes to the audiences before and after the change: members who lose access must drop the issue. */
async function tellChange(
  ctx: ProjectCtx,
  change: Changed,
  audienceBefore: Audience,
  foreseen: ForeseenFacts,
) {
  const audience = mergeAudiences(audienceBefore, await readIssueAudience(ctx.tx, change.issue, ctx.member))
  await ctx.tell('issue.updated', buildChangeEvent(ctx, change, audience), foreseen)
}
