import type { countNotifications, listNotifications } from '@plumbline/contract/notifications'
import * as notifications from '@plumbline/contract/notifications'
import { sql } from 'kysely'
import { unreadMessages } from '../chat/reads.ts'
import { bind, type Input, type UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'

const ofProject = (projectId: string | undefined) => (projectId === '0' ? undefined : projectId)

function own(ctx: UserCtx, projectId: string | undefined) {
  const rows = ctx.tx.selectFrom('notifications').where('user_id', '=', ctx.actor.user_id)
  return projectId ? rows.where('project_id', '=', projectId) : rows
}

async function counters(ctx: UserCtx, { query }: Input<typeof countNotifications>) {
  const row = await own(ctx, ofProject(query.project_id))
    .select(sql<number>`count(*)::int`.as('total'))
    .select(sql<number>`count(*) filter (where state = 'NEW')::int`.as('fresh'))
    .executeTakeFirstOrThrow()
  const chat = await unreadMessages(ctx.tx, ctx.actor.user_id)
  return { total: row.total, new: row.fresh, acknowledged: row.total - row.fresh, chat }
}

function page(ctx: UserCtx, { query }: Input<typeof listNotifications>) {
  const size = query.page_size ?? 1000
  return own(ctx, ofProject(query.project_id))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(((query.page ?? 1) - 1) * size)
    .execute()
}

async function acknowledge(ctx: UserCtx, id: string) {
  const row = await ctx.tx
    .updateTable('notifications')
    .set({ state: 'ACKNOWLEDGED' })
    .where('id', '=', id)
    .where('user_id', '=', ctx.actor.user_id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const audience = { users: [ctx.actor.user_id] }
  await ctx.tell('notification.updated', { project_id: row.project_id, data: {}, audience })
  return row
}

export const notificationRoutes = [
  bind(notifications.countNotifications, counters),
  bind(notifications.listNotifications, page),
  bind(notifications.acknowledgeNotification, (ctx, { params }) => acknowledge(ctx, params.id)),
]
