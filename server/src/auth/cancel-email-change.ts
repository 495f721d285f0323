import type * as api from '@plumbline/contract/auth/account'
import type { Input, UserCtx } from '../context.ts'
import { getProfile } from '../users/get-profile.ts'
import { publishUserToSelf } from '../users/update-me.ts'

export async function cancelEmailChange(ctx: UserCtx, _input: Input<typeof api.cancelEmailChange>) {
  const { user_id } = ctx.actor
  await ctx.tx.deleteFrom('email_changes').where('user_id', '=', user_id).execute()
  await publishUserToSelf(ctx)
  return getProfile(ctx.tx, user_id)
}
