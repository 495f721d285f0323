import type { ProjectCtx } from '../../context.ts'
import { type CommentRef, getCommentReply } from './comments.ts'
import type { AuthorizationQuery } from './topics.ts'

export const getComment = (ctx: ProjectCtx, { params, query }: CommentRef & { query: AuthorizationQuery }) =>
  getCommentReply(ctx, { params }, query)
