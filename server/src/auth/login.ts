import type * as api from '@plumbline/contract/auth/auth'
import { recordFailedSignIn } from '../audit/record-audit.ts'
import type { Handler, Input, PublicCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { getProfile } from '../users/get-profile.ts'
import { verifyPassword } from './passwords.ts'
import { startSession } from './sessions.ts'
import { countSignInAttempt } from './sign-in-limits.ts'
import { checkSecondFactorGiven, redeemSignInFactor } from './totp.ts'

/** Checks e-mail and password before the transaction, since hashing is slow; unknown addresses take the same time. */
async function checkCredentials(ctx: PublicCtx, { body }: Input<typeof api.login>): Promise<string> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', '=', body.email)
    // as an unknown address
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  const uncount = await countSignInAttempt(ctx, body.email, user?.id ?? null)
  const isRight = await verifyPassword(user?.password_hash ?? null, body.password)
  if (user && !isRight) recordFailedSignIn(ctx, user.id, 'PASSWORD')
  if (!user || !isRight) throw new Refusal('bad_credentials')
  await uncount()
  await checkSecondFactorGiven(ctx, user.id, body.second_factor)
  return user.id
}

export const login: Handler<typeof api.login, string> = {
  prepare: checkCredentials,
  handle: async (ctx, { body }, userId) => {
    await redeemSignInFactor(ctx, userId, body.second_factor)
    await startSession(ctx, userId, 'PASSWORD')
    return getProfile(ctx.tx, userId)
  },
}
