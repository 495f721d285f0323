import type * as api from '@plumbline/contract/admin/reindex'
import type { Input, UserCtx } from '../context.ts'
import { beginRun } from './runs.ts'

export async function startReindex(ctx: UserCtx, { body }: Input<typeof api.startReindex>) {
  return { items: await beginRun(ctx, 'REINDEX', body, ctx.actor.user_id) }
}
