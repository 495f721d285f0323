import type * as api from '@plumbline/contract/issues/timeline'
import type { Comment } from '@plumbline/contract/issues/timeline'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { addCommentToIssue, commentColumns } from './comments.ts'
import { type FoundIssue, findIssue } from './visible.ts'

export async function addComment(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.addComment>,
): Promise<Comment> {
  const issue = await findIssue(ctx, params.issueId, true)
  return (await addCommentToIssue(ctx, issue, body)) ?? findRepeatedComment(ctx, issue, body.id ?? '')
}

/** Idempotent retry: returns the caller's existing comment with this id; refuses an id used by another person. */
async function findRepeatedComment(ctx: ProjectCtx, issue: FoundIssue, id: string): Promise<Comment> {
  const comment = await ctx.tx
    .selectFrom('issue_comments')
    .select(commentColumns)
    .where('id', '=', id)
    .where('issue_id', '=', issue.id)
    .where('created_by', '=', ctx.member.user_id)
    .executeTakeFirst()
  if (!comment) throw new Refusal('already_exists', reason('comment_id_taken'))
  return comment
}
