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
import { Refusal } from '../http/refusal.ts'
import type { Audience } from '../live/tell.ts'
import { checkIssueAction, checkStatusMove } from './check-issue-action.ts'
import { checkReferences } from './check-references.ts'
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

/** The values of the project's own fields after a change of some of them. */
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

/** Writes changed fields and returns the row with its log entries; without a change `version` stays the same. */
async function writeFields(
  ctx: ProjectCtx,
  issue: FoundIssue,
  body: Body,
): Promise<[FoundIssue, NewEntry[]]> {
  const { status: to, comment: _, watcher_ids, custom_fields: own, ...fields } = body
  const custom_fields = own ? await applyCustomChanges(ctx, issue, own, fields.type) : issue.custom_fields
  const status = to ?? issue.status
  const at = ctx.now().toISOString()
  const hasNewStatus = status !== issue.status
  const before = watcher_ids ? await listWatchers(ctx.tx, issue.id) : []
  const after = watcher_ids ? await setWatchers(ctx, issue.id, watcher_ids) : []
  const hasNewWatchers = before.join() !== after.join()
  const isAddressCleared = fields.assignee_id === null && (await clearBcfAssignee(ctx, issue))
  if (
    !hasNewWatchers &&
    !isAddressCleared &&
    computeFieldChanges(issue, { ...issue, ...fields, status, custom_fields }).length === 0
  )
    return [issue, []]
  const row = await ctx.tx
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
    .executeTakeFirstOrThrow()
  const changes = computeFieldChanges(issue, row)
  if (hasNewWatchers) changes.push({ field: 'watcher_ids', from: before, to: after })
  if (isAddressCleared) changes.push({ field: 'bcf', from: null, to: ['assigned_to'] })
  return [row, [{ issue_id: issue.id, kind: 'CHANGED', data: { changes } }]]
}

export async function updateIssue(
  ctx: ProjectCtx,
  { params, body }: Change,
  options: UpdateOptions = {},
): Promise<Issue> {
  const issue = await findIssue(ctx, params.issueId, true)
  await checkUpdate(ctx, issue, body, options)
  await checkReferences(ctx, body)
  const audience = await readIssueAudience(ctx.tx, issue, ctx.member)
  const [changed, entries] = await writeFields(ctx, issue, body)
  // uses the round before the change: the reason for reopening must not count as proof in the new round
  const commented = body.comment ? await insertComment(ctx, issue, { text: body.comment }) : null
  if (commented) entries.push(commented.entry)
  if (entries.length > 0) {
    await recordIssues(ctx.tx, buildLogStamp(ctx), entries)
    const changes = entries.flatMap(({ data }) => data?.changes ?? [])
    const comment = commented?.fact ?? null
    await tellChange(ctx, { before: issue, issue: changed, comment, changes }, audience)
  }
  ctx.http.setVersionTag(changed.version)
  return readIssueWithParts(ctx, issue.id)
}

/** Publishes to the audiences before and after the change: those who lose access must drop the issue. */
async function tellChange(
  ctx: ProjectCtx,
  change: {
    before: FoundIssue
    issue: FoundIssue
    comment: EventComment | null
    changes: FieldChange[]
  },
  audienceBefore: Audience,
) {
  const { issue } = change
  await ctx.tell('issue.updated', {
    project_id: issue.project_id,
    data: { issue_id: issue.id },
    audience: mergeAudiences(audienceBefore, await readIssueAudience(ctx.tx, issue, ctx.member)),
    cause: { ...change, kind: 'CHANGED', by: ctx.member.user_id },
  })
}
