import type { NotificationSettings } from '@plumbline/contract/notifications/settings'
import type { UserCtx } from '../context.ts'
import { readNotificationSettings } from './settings.ts'

export async function getNotificationSettings(ctx: UserCtx): Promise<NotificationSettings> {
  const { user_id } = ctx.actor
  return (await readNotificationSettings(ctx.tx, [user_id])).get(user_id) as NotificationSettings
}
