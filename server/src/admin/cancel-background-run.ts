import type * as api from '@plumbline/contract/admin/background-run'
import type { Input, UserCtx } from '../context.ts'
import { changeRun, stopRunningItem } from './runs.ts'

export async function cancelBackgroundRun(ctx: UserCtx, { body }: Input<typeof api.cancelBackgroundRun>) {
  await changeRun(ctx, body.kind, 'CANCELLED', ctx.actor.user_id)
  ctx.onCommit(() => stopRunningItem(ctx, body.kind))
}
