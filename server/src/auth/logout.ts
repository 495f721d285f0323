import type * as api from '@plumbline/contract/auth/auth'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, UserCtx } from '../context.ts'
import { clearSessionCookies, getSessionId } from './sessions.ts'

export async function logout(ctx: UserCtx, _input: Input<typeof api.logout>): Promise<void> {
  const id = getSessionId(ctx.actor)
  await ctx.tx.deleteFrom('sessions').where('id', '=', id).execute()
  ctx.onCommit(() => ctx.live.endSession(id))
  clearSessionCookies(ctx)
  await recordAudit(ctx, { user_id: ctx.actor.user_id }, { kind: 'SIGNED_OUT' })
}
