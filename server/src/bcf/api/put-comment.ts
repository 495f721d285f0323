import type { CommentFields } from '@plumbline/contract/bcf/api-comments'
import type { ProjectCtx } from '../../context.ts'
import { updateComment } from '../../issues/comments.ts'
import { namedAgain } from '../named-people.ts'
import { type CommentRef, readComment, viewOf } from './comments.ts'
import { findComment, holdTopic } from './find.ts'
import { demandMatch } from './tags.ts'

export async function putComment(ctx: ProjectCtx, { params, body }: CommentRef & { body: CommentFields }) {
  const issue = await holdTopic(ctx, params.topicGuid)
  const { id, text: before } = await findComment(ctx, issue.id, params.commentGuid)
  await demandMatch(ctx.http, () => readComment(ctx, { params }))
  const viewpoint_id = await viewOf(ctx, issue.id, body.viewpoint_guid)
  const text = namedAgain(body.comment ?? '', before)
  await updateComment(ctx, issue, id, { text, viewpoint_id })
  return readComment(ctx, { params })
}
