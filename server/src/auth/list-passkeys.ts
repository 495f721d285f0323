import type { UserCtx } from '../context.ts'

export function listPasskeys(ctx: UserCtx) {
  return ctx.tx
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'used_at'])
    .where('user_id', '=', ctx.actor.user_id)
    .orderBy('created_at')
    .execute()
}
