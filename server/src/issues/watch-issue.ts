import type * as api from '@plumbline/contract/issues/issues'
import type { Input, ProjectCtx } from '../context.ts'
import { recordIssues } from './log.ts'
import { buildLogStamp } from './part-changes.ts'
import { findIssue, mergeAudiences, readIssueAudience } from './visible.ts'
import { addWatchers, listWatchers } from './watchers.ts'

/** Publishes to the audiences before and after: unwatching a hidden issue may end the caller's access to it. */
export async function watchIssue(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.watchIssue>,
): Promise<void> {
  const issue = await findIssue(ctx, params.issueId, true)
  const from = await listWatchers(ctx.tx, issue.id)
  const { user_id } = ctx.member
  if (from.includes(user_id) === body.watching) return
  const before = await readIssueAudience(ctx.tx, issue, ctx.member)
  if (body.watching) await addWatchers(ctx.tx, issue.id, [user_id])
  else
    await ctx.tx
      .deleteFrom('issue_watchers')
      .where('issue_id', '=', issue.id)
      .where('user_id', '=', user_id)
      .execute()
  const to = await listWatchers(ctx.tx, issue.id)
  await recordIssues(ctx.tx, buildLogStamp(ctx), [
    { issue_id: issue.id, kind: 'CHANGED', data: { changes: [{ field: 'watcher_ids', from, to }] } },
  ])
  await ctx.tell('issue.updated', {
    project_id: issue.project_id,
    data: { issue_id: issue.id },
    audience: mergeAudiences(before, await readIssueAudience(ctx.tx, issue, ctx.member)),
    cause: { kind: 'PART_CHANGED' },
  })
}
