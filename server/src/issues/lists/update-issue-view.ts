import { mayShareViews } from '@plumbline/contract/bim/views.rules'
import type * as api from '@plumbline/contract/issues/lists'
import type { Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { lockEditableView, tellIssueView } from './issue-views.ts'

export async function updateIssueView(ctx: ProjectCtx, { params, body }: Input<typeof api.updateIssueView>) {
  const before = await lockEditableView(ctx, params.issueViewId)
  if (body.is_shared && !mayShareViews(ctx.member.permission_level)) throw new Refusal('forbidden')
  // an unshared view is visible to its creator only, so nobody else may unshare it
  if (body.is_shared === false && before.created_by !== ctx.member.user_id) throw new Refusal('forbidden')
  const view = await ctx.tx
    .updateTable('issue_views')
    .set(body)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellIssueView(ctx, before.is_shared || view.is_shared)
  return view
}
