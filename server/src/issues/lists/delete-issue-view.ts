import type * as api from '@plumbline/contract/issues/lists'
import type { Input, ProjectCtx } from '../../context.ts'
import { lockEditableView, tellIssueView } from './issue-views.ts'

export async function deleteIssueView(ctx: ProjectCtx, { params }: Input<typeof api.deleteIssueView>) {
  const view = await lockEditableView(ctx, params.issueViewId)
  await ctx.tx.deleteFrom('issue_views').where('id', '=', view.id).execute()
  await tellIssueView(ctx, view.is_shared)
}
