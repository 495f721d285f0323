import type * as api from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import { countUnreadMessages } from '../chat/reads.ts'
import type { Input, UserCtx } from '../context.ts'
import { parseProjectFilter, selectOwnNotifications } from './reads.ts'

/** Counted no further than this: nobody reads more, and a count costs what it counts. */
const MOST_COUNTED = 10_000

async function count(ctx: UserCtx, projectId: string | undefined, state: 'NEW' | 'ACKNOWLEDGED') {
  // the state as a literal: the planner takes the partial index of it
  const rows = selectOwnNotifications(ctx, projectId)
    .where('state', '=', sql.lit(state))
    .select('user_id')
    .limit(MOST_COUNTED)
  const { total } = await ctx.tx
    .selectFrom(rows.as('counted'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function countNotifications(ctx: UserCtx, { query }: Input<typeof api.countNotifications>) {
  const projectId = parseProjectFilter(query.project_id)
  const fresh = await count(ctx, projectId, 'NEW')
  const acknowledged = await count(ctx, projectId, 'ACKNOWLEDGED')
  const chat = await countUnreadMessages(ctx.tx, ctx.actor.user_id)
  return { total: fresh + acknowledged, new: fresh, acknowledged, chat }
}
