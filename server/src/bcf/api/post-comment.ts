import type { CommentFields } from '@plumbline/contract/bcf/api-comments'
import { reason } from '@plumbline/contract/reasons'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { checkIssueAction } from '../../issues/check-issue-action.ts'
import { addCommentToIssue } from '../../issues/comments.ts'
import { findCommentViewpointId, getCommentReply } from './comments.ts'
import { lockTopic, type TopicInput } from './topic-rows.ts'

export async function postComment(
  ctx: ProjectCtx,
  { params, body }: TopicInput & { body: CommentFields & { guid?: string | undefined } },
) {
  const issue = await lockTopic(ctx, params.topicGuid)
  checkIssueAction(ctx.member, issue, 'COMMENT')
  const viewpoint_id = await findCommentViewpointId(ctx, issue.id, body.viewpoint_guid)
  const fields = { text: body.comment ?? '', viewpoint_id }
  const comment = await addCommentToIssue(ctx, issue, fields, body.guid)
  if (!comment) throw new Refusal('already_exists', reason('comment_id_taken'))
  return getCommentReply(ctx, { params: { ...params, commentGuid: body.guid ?? comment.id } })
}
