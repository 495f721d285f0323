import type * as api from '@plumbline/contract/issues/issues'
import type { Issue } from '@plumbline/contract/issues/issues'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { recordIssues } from './log.ts'
import { demand } from './may.ts'
import { recording } from './part-changed.ts'
import { issueWithParts } from './read-issue.ts'
import { restorable } from './trash.ts'
import { issueAudience } from './visible.ts'

export async function restoreIssue(
  ctx: ProjectCtx,
  { params }: Input<typeof api.restoreIssue>,
): Promise<Issue> {
  const issue = await restorable(ctx)
    .where('issues.id', '=', params.issueId)
    .selectAll('issues')
    .forUpdate('issues')
    .executeTakeFirst()
  if (!issue) throw new Refusal('not_found')
  demand(ctx.member, issue, 'RESTORE')
  await ctx.tx
    .updateTable('issues')
    .set({ deleted_at: null, deleted_by: null })
    .where('id', '=', issue.id)
    .execute()
  await recordIssues(ctx.tx, recording(ctx), [{ issue_id: issue.id, kind: 'RESTORED' }])
  await ctx.tell('issue.created', {
    project_id: issue.project_id,
    data: { issue_id: issue.id },
    audience: await issueAudience(ctx.tx, issue),
    cause: { kind: 'RESTORED' },
  })
  ctx.http.setVersionTag(issue.version)
  return issueWithParts(ctx, issue.id)
}
