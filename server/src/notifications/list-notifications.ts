import type * as api from '@plumbline/contract/notifications/notifications'
import type { NotificationPayload } from '@plumbline/contract/notifications/notifications'
import type { Input, UserCtx } from '../context.ts'
import { addInvitationStates, parseProjectFilter, selectOwnNotifications } from './reads.ts'

export async function listNotifications(ctx: UserCtx, { query }: Input<typeof api.listNotifications>) {
  const size = query.page_size ?? 1000
  const rows = await selectOwnNotifications(ctx, parseProjectFilter(query.project_id))
    .selectAll()
    .$if(query.group !== undefined, (own) => own.where('group_key', '=', query.group ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(((query.page ?? 1) - 1) * size)
    .execute()
  return addInvitationStates(
    ctx,
    rows.map((row) => ({ ...row, payload: row.payload as NotificationPayload })),
  )
}
