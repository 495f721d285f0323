import type { EventComment } from '@plumbline/contract/event-causes'
import type * as api from '@plumbline/contract/issues/issues'
import type { Issue } from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import type { Audience } from '../live/tell.ts'
import { checkReferences } from './check-references.ts'
import { writeComment } from './comments.ts'
import { changesOf, type NewEntry, recordIssues } from './log.ts'
import { demand } from './may.ts'
import { recording } from './part-changed.ts'
import { evidenceOf, issueWithParts } from './read-issue.ts'
import { statusColumns } from './status-columns.ts'
import { eitherAudience, type FoundIssue, findIssue, issueAudience } from './visible.ts'
import { setWatchers, watchersOf } from './watch.ts'

type Change = Pick<Input<typeof api.updateIssue>, 'params' | 'body'>
type Body = Change['body']

async function demandAll(ctx: ProjectCtx, issue: FoundIssue, { status, comment, ...fields }: Body) {
  const { member } = ctx
  if (Object.keys(fields).length > 0) demand(member, issue, 'EDIT')
  if (comment) demand(member, issue, 'COMMENT')
  if (ctx.http.if_match !== null && ctx.http.if_match !== issue.version) throw new Refusal('stale')
  if (!status || status === issue.status) return
  const evidence = status === 'RESOLVED' ? await evidenceOf(ctx.tx, issue) : {}
  demand(member, { ...issue, ...evidence }, { to: status, comment: comment !== undefined })
}

/** Whom a file assigns it to counts until somebody here says that nobody is. */
async function forgetAddress({ tx }: ProjectCtx, { id }: FoundIssue): Promise<boolean> {
  const { rows } = await sql`update issue_bcf set topic = topic - 'assigned_to'
    where issue_id = ${id} and topic ? 'assigned_to' returning issue_id`.execute(tx)
  return rows.length > 0
}

/** The row after its fields were written; `version` is raised by what changes it, and not by nothing. */
async function writeFields(
  ctx: ProjectCtx,
  issue: FoundIssue,
  body: Body,
): Promise<[FoundIssue, NewEntry[]]> {
  const { status: to, comment: _, watcher_ids, ...fields } = body
  const status = to ?? issue.status
  const at = ctx.now().toISOString()
  const isMoved = status !== issue.status
  const before = watcher_ids ? await watchersOf(ctx.tx, issue.id) : []
  const after = watcher_ids ? await setWatchers(ctx, issue.id, watcher_ids) : []
  const isWatched = before.join() !== after.join()
  const isNobodys = fields.assignee_id === null && (await forgetAddress(ctx, issue))
  if (!isWatched && !isNobodys && changesOf(issue, { ...issue, ...fields, status }).length === 0)
    return [issue, []]
  const row = await ctx.tx
    .updateTable('issues')
    .set({
      ...fields,
      ...(isMoved ? statusColumns(ctx.member.user_id, at, issue, status) : {}),
      ...{ updated_by: ctx.member.user_id, updated_at: at, version: sql`version + 1` },
    })
    .where('id', '=', issue.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const changes = changesOf(issue, row)
  if (isWatched) changes.push({ field: 'watcher_ids', from: before, to: after })
  if (isNobodys) changes.push({ field: 'bcf', from: null, to: ['assigned_to'] })
  return [row, [{ issue_id: issue.id, kind: 'CHANGED', data: { changes } }]]
}

export async function updateIssue(ctx: ProjectCtx, { params, body }: Change): Promise<Issue> {
  const issue = await findIssue(ctx, params.issueId, true)
  await demandAll(ctx, issue, body)
  await checkReferences(ctx, body)
  const audience = await issueAudience(ctx.tx, issue)
  const [changed, entries] = await writeFields(ctx, issue, body)
  // in the round that it speaks of: a reopening's reason is no proof for the next one
  const said = body.comment ? await writeComment(ctx, issue, { text: body.comment }) : null
  if (said) {
    entries.push(said.entry)
    await ctx.tx
      .updateTable('issues')
      .set({ comments: sql`comments + 1`, updated_at: ctx.now().toISOString() })
      .where('id', '=', issue.id)
      .execute()
  }
  if (entries.length > 0) {
    await recordIssues(ctx.tx, recording(ctx), entries)
    await tellChange(ctx, { before: issue, issue: changed, comment: said?.fact ?? null }, audience)
  }
  ctx.http.setVersionTag(changed.version)
  return issueWithParts(ctx, issue.id)
}

/** Those who could see it before hear that it changed, too: for some it may just have gone. */
async function tellChange(
  ctx: ProjectCtx,
  change: { before: FoundIssue; issue: FoundIssue; comment: EventComment | null },
  saw: Audience,
) {
  const { issue } = change
  await ctx.tell('issue.updated', {
    project_id: issue.project_id,
    data: { issue_id: issue.id },
    audience: eitherAudience(saw, await issueAudience(ctx.tx, issue)),
    cause: { ...change, kind: 'CHANGED', by: ctx.member.user_id },
  })
}
