import type * as api from '@plumbline/contract/issues/issues'
import type { Input, ProjectCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { peopleOf } from '../projects/members.ts'
import { recordIssues } from './log.ts'
import { recording } from './part-changed.ts'
import { eitherAudience, findIssue, issueAudience } from './visible.ts'

/** Those of these people who are in the project. */
export async function insiders(ctx: ProjectCtx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const people = new Set((await peopleOf(ctx.tx, ctx.member.project_id)).map((row) => row.user_id))
  return [...new Set(ids)].filter((id) => people.has(id))
}

/** Answers who has not watched before. */
export async function addWatchers(tx: Tx, issue_id: string, ids: string[]): Promise<string[]> {
  const rows = [...new Set(ids)].sort().map((user_id) => ({ issue_id, user_id }))
  if (rows.length === 0) return []
  const added = await tx
    .insertInto('issue_watchers')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return added.map((row) => row.user_id)
}

export async function watchersOf(tx: Tx, issueId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('issue_watchers')
    .select('user_id')
    .where('issue_id', '=', issueId)
    .orderBy('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

/** Makes exactly these the watchers; people outside the project are left out. */
export async function setWatchers(ctx: ProjectCtx, issueId: string, ids: string[]): Promise<string[]> {
  const watchers = await insiders(ctx, ids)
  await ctx.tx
    .deleteFrom('issue_watchers')
    .where('issue_id', '=', issueId)
    .$if(watchers.length > 0, (rows) => rows.where('user_id', 'not in', watchers))
    .execute()
  await addWatchers(ctx.tx, issueId, watchers)
  return watchers.sort()
}

/** Who no longer watches a hidden issue may lose sight of it with that. */
export async function watchOrNot(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.watchIssue>,
): Promise<void> {
  const issue = await findIssue(ctx, params.issueId, true)
  const from = await watchersOf(ctx.tx, issue.id)
  const { user_id } = ctx.member
  if (from.includes(user_id) === body.watching) return
  const before = await issueAudience(ctx.tx, issue)
  if (body.watching) await addWatchers(ctx.tx, issue.id, [user_id])
  else
    await ctx.tx
      .deleteFrom('issue_watchers')
      .where('issue_id', '=', issue.id)
      .where('user_id', '=', user_id)
      .execute()
  const to = await watchersOf(ctx.tx, issue.id)
  await recordIssues(ctx.tx, recording(ctx), [
    { issue_id: issue.id, kind: 'CHANGED', data: { changes: [{ field: 'watcher_ids', from, to }] } },
  ])
  await ctx.tell('issue.updated', {
    project_id: issue.project_id,
    data: { issue_id: issue.id },
    audience: eitherAudience(before, await issueAudience(ctx.tx, issue)),
  })
}
