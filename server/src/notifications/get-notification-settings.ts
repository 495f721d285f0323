import type { NotificationSettings } from '@plumbline/contract/notifications/settings'
import type { UserCtx } from '../context.ts'
import { readSettings } from './settings.ts'

export async function getNotificationSettings(ctx: UserCtx): Promise<NotificationSettings> {
  const { user_id } = ctx.actor
  return (await readSettings(ctx.tx, [user_id])).get(user_id) as NotificationSettings
}
