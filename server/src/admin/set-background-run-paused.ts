import type * as api from '@plumbline/contract/admin/background-run'
import type { Input, UserCtx } from '../context.ts'
import { changeRun } from './runs.ts'

export const setBackgroundRunPaused = (ctx: UserCtx, { body }: Input<typeof api.setBackgroundRunPaused>) =>
  changeRun(ctx, body.kind, body.is_paused ? 'PAUSED' : 'RESUMED', ctx.actor.user_id)
