import type * as api from '@plumbline/contract/notifications/settings'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { isTimeZone } from './mail-due.ts'
import { changeNotificationSettings } from './settings.ts'

export function updateNotificationSettings(
  ctx: UserCtx,
  { body }: Input<typeof api.updateNotificationSettings>,
) {
  if (typeof body.time_zone === 'string' && !isTimeZone(body.time_zone)) {
    const message = 'This server does not know this time zone'
    throw new Refusal('bad_request', { message, fields: { time_zone: message } })
  }
  return changeNotificationSettings(ctx, ctx.actor.user_id, body)
}
