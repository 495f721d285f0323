import { randomUUIDv7 } from 'node:crypto'
import { mayEditView, mayShareViews } from '@plumbline/contract/bim/views.rules'
import type * as api from '@plumbline/contract/issues/lists'
import { fill } from '@plumbline/contract/sentences'
import { deletedUser } from '../../access/delete-account.ts'
import type { Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Reaction } from '../../live/tell.ts'
import { type ExportPart, everyRow } from '../../users/export.ts'

/** Saved ways to look at the issues of a project. */

/** Of one person in one project. */
const MOST_OWN = 200

/** The only door to them: those shared with the project, and one's own. */
function visibleIssueViews({ tx, member }: ProjectCtx) {
  return tx
    .selectFrom('issue_views')
    .selectAll()
    .where('project_id', '=', member.project_id)
    .where((eb) => eb.or([eb('is_shared', '=', true), eb('created_by', '=', member.user_id)]))
}

export const savedIssueViews = (ctx: ProjectCtx) =>
  visibleIssueViews(ctx).orderBy('name').orderBy('id').execute()

async function editableView(ctx: ProjectCtx, viewId: string) {
  const view = await visibleIssueViews(ctx).where('id', '=', viewId).forUpdate().executeTakeFirst()
  if (!view) throw new Refusal('not_found')
  if (!mayEditView(ctx.member, view)) throw new Refusal('forbidden')
  return view
}

/** What is private is heard by its maker only. */
const tellView = (ctx: ProjectCtx, isShared: boolean) =>
  ctx.tell('issue_view.updated', {
    project_id: ctx.member.project_id,
    data: {},
    audience: isShared ? { level: 'VIEWER' } : { users: [ctx.member.user_id] },
  })

export async function saveIssueView(ctx: ProjectCtx, { body }: Input<typeof api.createIssueView>) {
  const { project_id, user_id, permission_level } = ctx.member
  if (body.is_shared && !mayShareViews(permission_level)) throw new Refusal('forbidden')
  // one after the other, so that two at once cannot both be the last
  await ctx.tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
  const { count } = await ctx.tx
    .selectFrom('issue_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', project_id)
    .where('created_by', '=', user_id)
    .executeTakeFirstOrThrow()
  if (count >= MOST_OWN)
    throw new Refusal('conflict', {
      message: fill('You have {count} views here: delete some first', { count: MOST_OWN }),
    })
  const view = await ctx.tx
    .insertInto('issue_views')
    .values({ ...body, id: randomUUIDv7(), project_id, created_by: user_id })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellView(ctx, view.is_shared)
  return view
}

export async function changeIssueView(ctx: ProjectCtx, { params, body }: Input<typeof api.updateIssueView>) {
  const before = await editableView(ctx, params.issueViewId)
  if (body.is_shared && !mayShareViews(ctx.member.permission_level)) throw new Refusal('forbidden')
  // taken back from the project it is its maker's alone, so nobody else may do that
  if (body.is_shared === false && before.created_by !== ctx.member.user_id) throw new Refusal('forbidden')
  const view = await ctx.tx
    .updateTable('issue_views')
    .set(body)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellView(ctx, before.is_shared || view.is_shared)
  return view
}

export async function removeIssueView(ctx: ProjectCtx, { params }: Input<typeof api.deleteIssueView>) {
  const view = await editableView(ctx, params.issueViewId)
  await ctx.tx.deleteFrom('issue_views').where('id', '=', view.id).execute()
  await tellView(ctx, view.is_shared)
}

/** Before an account is deleted: what only that person could see goes with it; shared views stay, without a name. */
export const forgetPersonOfIssueViews: Reaction = async (tx, _type, { facts }) => {
  const user = deletedUser(facts)
  if (!user) return
  await tx.deleteFrom('issue_views').where('created_by', '=', user).where('is_shared', '=', false).execute()
}

export const issueViewParts: ExportPart[] = [
  {
    name: 'issue-views',
    rows: ({ tx, actor }) =>
      everyRow((after, limit) =>
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
