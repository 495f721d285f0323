import { mayEditView } from '@plumbline/contract/bim/views.rules'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { deletedUser, type Reaction } from '../../live/tell.ts'
import { type ExportPart, readAllPages } from '../../users/export-parts.ts'

/** The only way to query saved views: shared ones and the caller's own. */
export function visibleIssueViews({ tx, member }: ProjectCtx) {
  return tx
    .selectFrom('issue_views')
    .selectAll()
    .where('project_id', '=', member.project_id)
    .where((eb) => eb.or([eb('is_shared', '=', true), eb('created_by', '=', member.user_id)]))
}

export async function lockEditableView(ctx: ProjectCtx, viewId: string) {
  const view = await visibleIssueViews(ctx).where('id', '=', viewId).forUpdate().executeTakeFirst()
  if (!view) throw new Refusal('not_found')
  if (!mayEditView(ctx.member, view)) throw new Refusal('forbidden')
  return view
}

/** Publishes a change of a view; a private one to its creator only. */
export const tellIssueView = (ctx: ProjectCtx, isShared: boolean) =>
  ctx.tell('issue_view.updated', {
    project_id: ctx.member.project_id,
    data: {},
    audience: isShared ? { level: 'VIEWER' } : { users: [ctx.member.user_id] },
  })
/** Before an account is deleted: deletes the user's private views; shared views stay without a creator. */
export const forgetPersonOfIssueViews: Reaction = async (tx, event) => {
  const user = deletedUser(event)
  if (!user) return
  await tx.deleteFrom('issue_views').where('created_by', '=', user).where('is_shared', '=', false).execute()
}

export const issueViewExportParts: ExportPart[] = [
  {
    name: 'issue-views',
    rows: ({ tx, actor }) =>
      readAllPages((after, limit) =>
        tx
          .selectFrom('issue_views')
          .select(['id', 'project_id', 'name', 'is_shared', 'query', 'created_at'])
          .where('created_by', '=', actor.user_id)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
  },
]
