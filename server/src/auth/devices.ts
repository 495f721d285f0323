import type * as api from '@plumbline/contract/users/account'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { tellSelf } from '../users/update-me.ts'
import { endSessions, forgetCookies, sessionOf } from './sessions.ts'

/** Where somebody is signed in. */

export async function readSessions(ctx: UserCtx) {
  const rows = await ctx.tx
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'seen_at'])
    .where('user_id', '=', ctx.actor.user_id)
    .where('expires_at', '>', ctx.now().toISOString())
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, is_current: row.id === ctx.actor.session_id }))
}

export async function signDeviceOut(ctx: UserCtx, { params: { sessionId } }: Input<typeof api.endSession>) {
  const ended = await ctx.tx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', ctx.actor.user_id)
    .executeTakeFirst()
  if (ended.numDeletedRows === 0n) throw new Refusal('not_found')
  ctx.onCommit(() => ctx.live.endSession(sessionId))
  if (sessionId === ctx.actor.session_id) forgetCookies(ctx)
  await tellSelf(ctx)
}

export async function signOthersOut(ctx: UserCtx, _input: Input<typeof api.endOtherSessions>) {
  await endSessions(ctx, ctx.actor.user_id, sessionOf(ctx.actor))
  await tellSelf(ctx)
}
