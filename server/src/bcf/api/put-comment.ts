import type { CommentFields } from '@plumbline/contract/bcf/api-comments'
import type { ProjectCtx } from '../../context.ts'
import { updateComment } from '../../issues/comments.ts'
import { restoreMentions } from '../mentions.ts'
import { type CommentInput, findCommentViewpointId, getCommentReply } from './comments.ts'
import { checkIfMatch } from './tags.ts'
import { getCommentRow, lockTopic } from './topic-rows.ts'

export async function putComment(ctx: ProjectCtx, { params, body }: CommentInput & { body: CommentFields }) {
  const issue = await lockTopic(ctx, params.topicGuid)
  const { id, text: before } = await getCommentRow(ctx, issue.id, params.commentGuid)
  await checkIfMatch(ctx.http, () => getCommentReply(ctx, { params }))
  const viewpoint_id = await findCommentViewpointId(ctx, issue.id, body.viewpoint_guid)
  const text = restoreMentions(body.comment ?? '', before)
  await updateComment(ctx, issue, id, { text, viewpoint_id })
  return getCommentReply(ctx, { params })
}
