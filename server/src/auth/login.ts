import type * as api from '@plumbline/contract/auth/auth'
import type { Handler, Input, PublicCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { getProfile } from '../users/get-profile.ts'
import { verifyPassword } from './passwords.ts'
import { startSession } from './sessions.ts'
import { countSignInAttempt } from './sign-in-limits.ts'
import { checkSecondFactorGiven, redeemSignInFactor } from './totp.ts'

/** Checks the pair outside the transaction (hashing is slow), with the same effort for unknown addresses. */
async function checkCredentials(ctx: PublicCtx, { body }: Input<typeof api.login>): Promise<string> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', '=', body.email)
    .executeTakeFirst()
  const takeBack = await countSignInAttempt(ctx, body.email, user?.id ?? null)
  const fits = await verifyPassword(user?.password_hash ?? null, body.password)
  if (!user || !fits) throw new Refusal('bad_credentials')
  await takeBack()
  await checkSecondFactorGiven(ctx, user.id, body.second_factor)
  return user.id
}

export const login: Handler<typeof api.login, string> = {
  prepare: checkCredentials,
  handle: async (ctx, { body }, userId) => {
    await redeemSignInFactor(ctx, userId, body.second_factor)
    await startSession(ctx, userId)
    return getProfile(ctx.tx, userId)
  },
}
