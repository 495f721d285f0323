import type * as api from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import { countUnreadMessages } from '../chat/reads.ts'
import type { Input, UserCtx } from '../context.ts'
import { parseProjectFilter, selectOwnNotifications } from './reads.ts'

/** counting stops here, because its cost grows with the count */
const MOST_COUNTED = 10_000

async function count(ctx: UserCtx, projectId: string | undefined, state: 'NEW' | 'ACKNOWLEDGED') {
  // the state as a literal, so that the planner uses the partial index
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
