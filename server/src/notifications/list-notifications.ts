import type * as api from '@plumbline/contract/notifications/notifications'
import type { Input, UserCtx } from '../context.ts'
import { parseProjectFilter, selectOwnNotifications } from './reads.ts'

export function listNotifications(ctx: UserCtx, { query }: Input<typeof api.listNotifications>) {
  const size = query.page_size ?? 1000
  return selectOwnNotifications(ctx, parseProjectFilter(query.project_id))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(((query.page ?? 1) - 1) * size)
    .execute()
}
