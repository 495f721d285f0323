import type * as api from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'

/**
 * Undoes one acknowledgement. A conversation has one unread row: where a newer message has it, the old row stays
 * acknowledged. Cancelled mails and pushes stay cancelled: the person has seen their content.
 */
export async function unacknowledgeNotifications(
  ctx: UserCtx,
  { body }: Input<typeof api.unacknowledgeNotifications>,
) {
  const { user_id } = ctx.actor
  const { numAffectedRows } = await sql`
    update notifications n set state = 'NEW', acknowledged_at = null
    where user_id = ${user_id} and acknowledged_at = ${body.acknowledged_at} and in_app and state = 'ACKNOWLEDGED'
      and not exists (select from notifications o where o.user_id = n.user_id and o.type = 'CHAT_MESSAGE'
        and o.state = 'NEW' and n.type = 'CHAT_MESSAGE' and o.payload->>'chat_id' = n.payload->>'chat_id')`.execute(
    ctx.tx,
  )
  const restored = Number(numAffectedRows ?? 0)
  if (restored > 0)
    await ctx.tell('notification.updated', { project_id: null, data: {}, audience: { users: [user_id] } })
  return { restored }
}
