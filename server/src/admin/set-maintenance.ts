import type * as api from '@plumbline/contract/admin/maintenance'
import type { Input, UserCtx } from '../context.ts'
import { changeMaintenance } from './change-maintenance.ts'

export async function setMaintenance(ctx: UserCtx, { body }: Input<typeof api.setMaintenance>) {
  await changeMaintenance(ctx, body.maintenance, ctx.actor.user_id)
  ctx.onCommit(() => ctx.maintenance.publish(body.maintenance))
}
