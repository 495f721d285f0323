import type * as api from '@plumbline/contract/issues/issues'
import type { Issue } from '@plumbline/contract/issues/issues'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { checkIssueAction } from './check-issue-action.ts'
import { recordIssues } from './log.ts'
import { buildLogStamp } from './part-changes.ts'
import { readIssueWithParts } from './read-issue.ts'
import { selectRestorableIssues } from './trash.ts'
import { readIssueAudience } from './visible.ts'

export async function restoreIssue(
  ctx: ProjectCtx,
  { params }: Input<typeof api.restoreIssue>,
): Promise<Issue> {
  const issue = await selectRestorableIssues(ctx)
    .where('issues.id', '=', params.issueId)
    .selectAll('issues')
    .forUpdate('issues')
    .executeTakeFirst()
  if (!issue) throw new Refusal('not_found')
  checkIssueAction(ctx.member, issue, 'RESTORE')
  await ctx.tx
    .updateTable('issues')
    .set({ deleted_at: null, deleted_by: null })
    .where('id', '=', issue.id)
    .execute()
  await recordIssues(ctx.tx, buildLogStamp(ctx), [{ issue_id: issue.id, kind: 'RESTORED' }])
  await ctx.tell('issue.created', {
    project_id: issue.project_id,
    data: { issue_id: issue.id },
    audience: await readIssueAudience(ctx.tx, issue, ctx.member),
    cause: { kind: 'RESTORED' },
  })
  ctx.http.setVersionTag(issue.version)
  return readIssueWithParts(ctx, issue.id)
}
