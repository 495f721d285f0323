import type { UserCtx } from '../context.ts'

export async function listSessions(ctx: UserCtx) {
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
