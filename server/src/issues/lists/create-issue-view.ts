import { randomUUIDv7 } from 'node:crypto'
import { mayShareViews } from '@plumbline/contract/bim/views.rules'
import type * as api from '@plumbline/contract/issues/lists'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { tellIssueView } from './issue-views.ts'

/** per user and project */
const MAX_OWN_VIEWS = 200

export async function createIssueView(ctx: ProjectCtx, { body }: Input<typeof api.createIssueView>) {
  const { project_id, user_id, permission_level } = ctx.member
  if (body.is_shared && !mayShareViews(permission_level)) throw new Refusal('forbidden')
  // locks the user row, so that concurrent creations cannot exceed the limit
  await ctx.tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
  const { count } = await ctx.tx
    .selectFrom('issue_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', project_id)
    .where('created_by', '=', user_id)
    .executeTakeFirstOrThrow()
  if (count >= MAX_OWN_VIEWS)
    throw new Refusal('conflict', reason('too_many_own_views', { count: MAX_OWN_VIEWS }))
  const view = await ctx.tx
    .insertInto('issue_views')
    .values({ ...body, id: randomUUIDv7(), project_id, created_by: user_id })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellIssueView(ctx, view.is_shared)
  return view
}
