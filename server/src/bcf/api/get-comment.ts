import type { ProjectCtx } from '../../context.ts'
import { type CommentInput, getCommentReply } from './comments.ts'
import type { AuthorizationQuery } from './topics.ts'

export const getComment = (
  ctx: ProjectCtx,
  { params, query }: CommentInput & { query: AuthorizationQuery },
) => getCommentReply(ctx, { params }, query)
