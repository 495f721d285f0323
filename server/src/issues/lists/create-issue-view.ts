import { randomUUIDv7 } from 'node:crypto'
import { mayShareViews } from '@plumbline/contract/bim/views.rules'
import type * as api from '@plumbline/contract/issues/lists'
import { fillSentence } from '@plumbline/contract/sentences'
import type { Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { tellView } from './issue-views.ts'

/** Saved ways to look at the issues of a project. */

/** Of one person in one project. */
const MOST_OWN = 200

export async function createIssueView(ctx: ProjectCtx, { body }: Input<typeof api.createIssueView>) {
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
      message: fillSentence('You have {count} views here: delete some first', { count: MOST_OWN }),
    })
  const view = await ctx.tx
    .insertInto('issue_views')
    .values({ ...body, id: randomUUIDv7(), project_id, created_by: user_id })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellView(ctx, view.is_shared)
  return view
}
