import type { ProjectCtx } from '../../context.ts'
import { deleteComment as deleteCommentOfIssue } from '../../issues/delete-comment.ts'
import { type CommentInput, getCommentReply } from './comments.ts'
import { checkIfMatch } from './tags.ts'
import { getCommentRow, lockTopic } from './topic-rows.ts'

export async function deleteComment(ctx: ProjectCtx, { params }: CommentInput): Promise<void> {
  const issue = await lockTopic(ctx, params.topicGuid)
  const { id: commentId } = await getCommentRow(ctx, issue.id, params.commentGuid)
  await checkIfMatch(ctx.http, () => getCommentReply(ctx, { params }))
  await deleteCommentOfIssue(ctx, { params: { id: issue.project_id, issueId: issue.id, commentId } })
}
