import type { CommentFields } from '@plumbline/contract/bcf/api-comments'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { checkIssueAction } from '../../issues/check-issue-action.ts'
import { addCommentToIssue } from '../../issues/comments.ts'
import { type Ref, readComment, viewOf } from './comments.ts'
import { holdTopic } from './find.ts'

export async function postComment(
  ctx: ProjectCtx,
  { params, body }: Ref & { body: CommentFields & { guid?: string | undefined } },
) {
  const issue = await holdTopic(ctx, params.topicGuid)
  checkIssueAction(ctx.member, issue, 'COMMENT')
  const viewpoint_id = await viewOf(ctx, issue.id, body.viewpoint_guid)
  const said = { text: body.comment ?? '', viewpoint_id }
  const comment = await addCommentToIssue(ctx, issue, said, body.guid)
  if (!comment) throw new Refusal('already_exists', { message: 'There is a comment with this id' })
  return readComment(ctx, { params: { ...params, commentGuid: body.guid ?? comment.id } })
}
