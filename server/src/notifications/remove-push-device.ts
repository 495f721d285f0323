import type * as api from '@plumbline/contract/notifications/settings'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'

export async function removePushDevice(
  ctx: UserCtx,
  { params }: Input<typeof api.removePushDevice>,
): Promise<void> {
  const { user_id } = ctx.actor
  const gone = await ctx.tx
    .deleteFrom('push_devices')
    .where('id', '=', params.deviceId)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw new Refusal('not_found')
  const audience = { users: [user_id] }
  await ctx.tell('notification_settings.updated', { project_id: null, data: {}, audience })
}
