import type * as api from '@plumbline/contract/auth/account'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishUserToSelf } from '../users/update-me.ts'
import { clearSessionCookies } from './sessions.ts'

export async function endSession(ctx: UserCtx, { params: { sessionId } }: Input<typeof api.endSession>) {
  const ended = await ctx.tx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', ctx.actor.user_id)
    .executeTakeFirst()
  if (ended.numDeletedRows === 0n) throw new Refusal('not_found')
  ctx.onCommit(() => ctx.live.endSession(sessionId))
  if (sessionId === ctx.actor.session_id) clearSessionCookies(ctx)
  await publishUserToSelf(ctx)
  await recordAudit(ctx, { user_id: ctx.actor.user_id }, { kind: 'SESSIONS_ENDED' })
}
