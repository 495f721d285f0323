import { evaluateIssueAction } from '@plumbline/contract/issues/issues.rules'
import type * as api from '@plumbline/contract/issues/timeline'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { findComment, tellComment } from './comments.ts'
import { recordPartChange } from './part-changes.ts'
import { findIssue } from './visible.ts'

/** Erases the comment's text for good; an empty deleted comment and the hash in the log remain. */
export async function deleteComment(
  ctx: ProjectCtx,
  { params }: Pick<Input<typeof api.deleteComment>, 'params'>,
): Promise<void> {
  const issue = await findIssue(ctx, params.issueId, true)
  const comment = await findComment(ctx, issue, params.commentId)
  if (evaluateIssueAction(ctx.member, issue, { erase: comment.created_by }) !== true)
    throw new Refusal('forbidden')
  await ctx.tx
    .updateTable('issue_comments')
    .set({ text: '', attachment_ids: [], viewpoint_id: null, deleted_at: ctx.now().toISOString() })
    .where('id', '=', comment.id)
    .execute()
  await recordPartChange(
    ctx,
    issue,
    { kind: 'COMMENT_DELETED', data: { comment_id: comment.id } },
    { comments: -1 },
  )
  await tellComment(ctx, issue, comment.id)
}
