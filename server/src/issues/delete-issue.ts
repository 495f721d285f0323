import type * as api from '@plumbline/contract/issues/issues'
import type { Input, ProjectCtx } from '../context.ts'
import { checkIssueAction } from './check-issue-action.ts'
import { recordIssues } from './log.ts'
import { buildLogStamp } from './part-changes.ts'
import { readEvidence } from './read-issue.ts'
import { findIssue, readIssueAudience } from './visible.ts'

export async function deleteIssue(
  ctx: ProjectCtx,
  { params }: Pick<Input<typeof api.deleteIssue>, 'params'>,
): Promise<void> {
  const issue = await findIssue(ctx, params.issueId, true)
  checkIssueAction(ctx.member, { ...issue, ...(await readEvidence(ctx.tx, issue)) }, 'DELETE')
  const audience = await readIssueAudience(ctx.tx, issue, ctx.member)
  await ctx.tx
    .updateTable('issues')
    .set({ deleted_at: ctx.now().toISOString(), deleted_by: ctx.member.user_id })
    .where('id', '=', issue.id)
    .execute()
  await recordIssues(ctx.tx, buildLogStamp(ctx), [{ issue_id: issue.id, kind: 'DELETED' }])
  await ctx.tell('issue.deleted', {
    project_id: issue.project_id,
    data: { issue_id: issue.id },
    audience,
    cause: { kind: 'DELETED', by: ctx.member.user_id, issue },
  })
}
