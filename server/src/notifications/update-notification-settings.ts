import type * as api from '@plumbline/contract/notifications/settings'
import { reason } from '@plumbline/contract/reasons'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { isTimeZone } from './mail-due.ts'
import { changeNotificationSettings } from './settings.ts'

export function updateNotificationSettings(
  ctx: UserCtx,
  { body }: Input<typeof api.updateNotificationSettings>,
) {
  if (typeof body.time_zone === 'string' && !isTimeZone(body.time_zone)) {
    const why = reason('unknown_time_zone')
    throw new Refusal('bad_request', { reason: why, fields: { time_zone: why } })
  }
  return changeNotificationSettings(ctx, ctx.actor.user_id, body)
}
