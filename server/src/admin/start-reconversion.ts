import type * as api from '@plumbline/contract/admin/reconversion'
import type { Input, UserCtx } from '../context.ts'
import { beginRun } from './runs.ts'

export async function startReconversion(ctx: UserCtx, { body }: Input<typeof api.startReconversion>) {
  return { models: await beginRun(ctx, 'RECONVERSION', body, ctx.actor.user_id) }
}
