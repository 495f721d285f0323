import type { ProjectCtx } from '../../context.ts'
import { type CommentRef, readComment } from './comments.ts'
import type { Asked } from './topics.ts'

export const getComment = (ctx: ProjectCtx, { params, query }: CommentRef & { query: Asked }) =>
  readComment(ctx, { params }, query)
