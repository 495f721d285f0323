import type { ProjectCtx } from '../../context.ts'
import { deleteComment as deleteCommentOfIssue } from '../../issues/delete-comment.ts'
import { type CommentRef, readComment } from './comments.ts'
import { findComment, holdTopic } from './find.ts'
import { demandMatch } from './tags.ts'

export async function deleteComment(ctx: ProjectCtx, { params }: CommentRef): Promise<void> {
  const issue = await holdTopic(ctx, params.topicGuid)
  const { id: commentId } = await findComment(ctx, issue.id, params.commentGuid)
  await demandMatch(ctx.http, () => readComment(ctx, { params }))
  await deleteCommentOfIssue(ctx, { params: { id: issue.project_id, issueId: issue.id, commentId } })
}
