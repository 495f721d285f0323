import type * as api from '@plumbline/contract/notifications/notifications'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { buildAcknowledgedColumns, isUnchangedSince } from './acknowledged-columns.ts'
import { selectOwnNotifications } from './reads.ts'

export async function acknowledgeNotification(
  ctx: UserCtx,
  { params, body }: Input<typeof api.acknowledgeNotification>,
) {
  const row = await ctx.tx
    .updateTable('notifications')
    .set(buildAcknowledgedColumns(ctx.now()))
    .where('id', '=', params.id)
    .where('user_id', '=', ctx.actor.user_id)
    .where('in_app', '=', true)
    .where('state', '=', 'NEW')
    .$if(body?.until !== undefined, (query) => query.where(isUnchangedSince(body?.until ?? '')))
    .returningAll()
    .executeTakeFirst()
  if (!row) {
    const known = await selectOwnNotifications(ctx).selectAll().where('id', '=', params.id).executeTakeFirst()
    if (!known) throw new Refusal('not_found')
    return known
  }
  const audience = { users: [ctx.actor.user_id] }
  await ctx.tell('notification.updated', { project_id: row.project_id, data: {}, audience })
  return row
}
