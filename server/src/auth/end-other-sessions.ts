import type * as api from '@plumbline/contract/auth/account'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, UserCtx } from '../context.ts'
import { publishUserToSelf } from '../users/update-me.ts'
import { endSessions, getSessionId } from './sessions.ts'

export async function endOtherSessions(ctx: UserCtx, _input: Input<typeof api.endOtherSessions>) {
  await endSessions(ctx, ctx.actor.user_id, getSessionId(ctx.actor))
  await publishUserToSelf(ctx)
  await recordAudit(ctx, { user_id: ctx.actor.user_id }, { kind: 'SESSIONS_ENDED' })
}
