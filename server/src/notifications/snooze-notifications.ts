import type * as api from '@plumbline/contract/notifications/notifications'
import { reason } from '@plumbline/contract/reasons'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'

const LONGEST_MS = 366 * 24 * 3600 * 1000

/** Hides all notifications of a thread until a time; they are neither mailed nor pushed any more. */
export async function snoozeNotifications(ctx: UserCtx, { body }: Input<typeof api.snoozeNotifications>) {
  const { group, until } = body
  const { user_id } = ctx.actor
  const ahead = until === null ? 0 : Date.parse(until) - ctx.now().getTime()
  if (until !== null && (ahead <= 0 || ahead > LONGEST_MS))
    throw new Refusal('bad_request', { fields: { until: reason('not_valid') } })
  const { numUpdatedRows } = await ctx.tx
    .updateTable('notifications')
    .set(until === null ? { snoozed_until: null } : { snoozed_until: until, mail_at: null, push_at: null })
    .where('user_id', '=', user_id)
    .where('group_key', '=', group)
    .where('in_app', '=', true)
    .$if(until === null, (rows) => rows.where('snoozed_until', 'is not', null))
    .executeTakeFirst()
  const snoozed = Number(numUpdatedRows)
  if (snoozed > 0)
    await ctx.tell('notification.updated', { project_id: null, data: {}, audience: { users: [user_id] } })
  return { snoozed }
}
