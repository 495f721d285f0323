import type * as api from '@plumbline/contract/issues/timeline'
import type { Comment } from '@plumbline/contract/issues/timeline'
import type { Input, ProjectCtx } from '../context.ts'
import { updateComment } from './comments.ts'
import { findIssue } from './visible.ts'

export async function editComment(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.editComment>,
): Promise<Comment> {
  const issue = await findIssue(ctx, params.issueId, true)
  return updateComment(ctx, issue, params.commentId, body)
}
