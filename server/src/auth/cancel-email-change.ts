import type * as api from '@plumbline/contract/auth/account'
import type { Input, UserCtx } from '../context.ts'
import { getProfile } from '../users/get-profile.ts'
import { publishUserToSelf } from '../users/update-me.ts'
import { deleteEmailChange } from './change-email.ts'

export async function cancelEmailChange(ctx: UserCtx, _input: Input<typeof api.cancelEmailChange>) {
  const { user_id } = ctx.actor
  await deleteEmailChange(ctx, user_id)
  await publishUserToSelf(ctx)
  return getProfile(ctx.tx, user_id)
}
