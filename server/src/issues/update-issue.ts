import type { deleteIssue, updateIssue } from '@plumbline/contract/issues'
import { mayDeleteIssue, mayEditIssue, statusMoves } from '@plumbline/contract/issues.rules'
import { fill } from '@plumbline/contract/sentences'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { checkReferences } from './check-references.ts'
import { issueWithParts } from './reads.ts'
import { findIssue, issueAudience } from './visible.ts'

type Row = Awaited<ReturnType<typeof findIssue>>
type Body = Input<typeof updateIssue>['body']

/** What a move of the status writes beside it. */
function statusColumns(ctx: ProjectCtx, issue: Row, status: Body['status']) {
  if (!status || status === issue.status) return {}
  if (!statusMoves(ctx.member, issue).includes(status))
    throw new Refusal('wrong_state', {
      message: fill('An issue that is {from} cannot become {to} by you', { from: issue.status, to: status }),
    })
  const now = ctx.now().toISOString()
  const by = ctx.member.user_id
  if (status === 'RESOLVED') return { status, resolved_by: by, resolved_at: now }
  if (status === 'CLOSED') return { status, closed_by: by, closed_at: now }
  const reopened = issue.status === 'RESOLVED' || issue.status === 'CLOSED'
  return reopened
    ? { status, resolved_by: null, resolved_at: null, closed_by: null, closed_at: null }
    : { status }
}

export async function changeIssue(ctx: ProjectCtx, { params, body }: Input<typeof updateIssue>) {
  const issue = await findIssue(ctx, params.issueId, true)
  const { status, ...fields } = body
  const editsFields = Object.keys(fields).length > 0
  if (editsFields && !mayEditIssue(ctx.member, issue)) throw new Refusal('forbidden')
  if (ctx.http.if_match !== null && ctx.http.if_match !== issue.version) throw new Refusal('stale')
  await checkReferences(ctx, fields)
  const changed = await ctx.tx
    .updateTable('issues')
    .set({
      ...fields,
      ...statusColumns(ctx, issue, status),
      updated_by: ctx.member.user_id,
      updated_at: ctx.now().toISOString(),
      version: sql`version + 1`,
    })
    .where('id', '=', issue.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellChange(ctx, issue, changed)
  ctx.http.etag(changed.version)
  return issueWithParts(ctx.tx, issue.id)
}

/** Those who could see it before hear that it changed, too: for some it may just have gone. */
async function tellChange(ctx: ProjectCtx, before: Row, after: Row) {
  const { project_id } = ctx.member
  const audience = await issueAudience(ctx.tx, before.visibility === 'ALL' ? before : after)
  const facts = { by: ctx.member.user_id, before, issue: after }
  await ctx.tell('issue.updated', { project_id, data: { issue_id: after.id }, audience, facts })
}

export async function removeIssue(ctx: ProjectCtx, { params }: Input<typeof deleteIssue>): Promise<void> {
  const issue = await findIssue(ctx, params.issueId, true)
  if (!mayDeleteIssue(ctx.member, issue, 0)) throw new Refusal('forbidden')
  const { project_id, user_id } = ctx.member
  const audience = await issueAudience(ctx.tx, issue)
  const snapshots = await ctx.tx
    .selectFrom('issue_viewpoints')
    .select('snapshot_key')
    .where('issue_id', '=', issue.id)
    .execute()
  await ctx.tx.deleteFrom('issues').where('id', '=', issue.id).execute()
  for (const { snapshot_key } of snapshots)
    if (snapshot_key) ctx.onCommit(() => void ctx.blobs.remove(snapshot_key))
  await ctx.tell('issue.deleted', {
    project_id,
    data: { issue_id: issue.id },
    audience,
    facts: { by: user_id, issue },
  })
}
