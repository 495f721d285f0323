import type * as api from '@plumbline/contract/notifications/settings'
import type { Input, UserCtx } from '../context.ts'
import { changeNotificationSettings } from './settings.ts'

export function updateNotificationSettings(
  ctx: UserCtx,
  { body }: Input<typeof api.updateNotificationSettings>,
) {
  return changeNotificationSettings(ctx, ctx.actor.user_id, body)
}
