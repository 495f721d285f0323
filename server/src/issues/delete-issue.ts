import type * as api from '@plumbline/contract/issues/issues'
import type { Input, ProjectCtx } from '../context.ts'
import { recordIssues } from './log.ts'
import { demand } from './may.ts'
import { recording } from './part-changed.ts'
import { evidenceOf } from './read-issue.ts'
import { findIssue, issueAudience } from './visible.ts'

export async function deleteIssue(
  ctx: ProjectCtx,
  { params }: Pick<Input<typeof api.deleteIssue>, 'params'>,
): Promise<void> {
  const issue = await findIssue(ctx, params.issueId, true)
  demand(ctx.member, { ...issue, ...(await evidenceOf(ctx.tx, issue)) }, 'DELETE')
  const audience = await issueAudience(ctx.tx, issue)
  await ctx.tx
    .updateTable('issues')
    .set({ deleted_at: ctx.now().toISOString(), deleted_by: ctx.member.user_id })
    .where('id', '=', issue.id)
    .execute()
  await recordIssues(ctx.tx, recording(ctx), [{ issue_id: issue.id, kind: 'DELETED' }])
  await ctx.tell('issue.deleted', {
    project_id: issue.project_id,
    data: { issue_id: issue.id },
    audience,
    cause: { kind: 'DELETED', by: ctx.member.user_id, issue },
  })
}
