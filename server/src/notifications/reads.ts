import type * as api from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import { unreadMessages } from '../chat/reads.ts'
import type { Input, UserCtx } from '../context.ts'

/** Counted no further than this: nobody reads more, and a count costs what it counts. */
const MOST_COUNTED = 10_000

/** Undefined for all projects, which callers write as 0. */
export const ofProject = (projectId: string | undefined) => (projectId === '0' ? undefined : projectId)

/** The caller's notifications that the application shows. */
export function own(ctx: UserCtx, projectId?: string) {
  const rows = ctx.tx
    .selectFrom('notifications')
    .where('user_id', '=', ctx.actor.user_id)
    .where('in_app', '=', true)
  return projectId ? rows.where('project_id', '=', projectId) : rows
}

async function count(ctx: UserCtx, projectId: string | undefined, state: 'NEW' | 'ACKNOWLEDGED') {
  // the state as a literal: the planner takes the partial index of it
  const rows = own(ctx, projectId).where('state', '=', sql.lit(state)).select('user_id').limit(MOST_COUNTED)
  const { total } = await ctx.tx
    .selectFrom(rows.as('counted'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function counters(ctx: UserCtx, { query }: Input<typeof api.countNotifications>) {
  const projectId = ofProject(query.project_id)
  const fresh = await count(ctx, projectId, 'NEW')
  const acknowledged = await count(ctx, projectId, 'ACKNOWLEDGED')
  const chat = await unreadMessages(ctx.tx, ctx.actor.user_id)
  return { total: fresh + acknowledged, new: fresh, acknowledged, chat }
}

export function page(ctx: UserCtx, { query }: Input<typeof api.listNotifications>) {
  const size = query.page_size ?? 1000
  return own(ctx, ofProject(query.project_id))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(((query.page ?? 1) - 1) * size)
    .execute()
}
