import type * as api from '@plumbline/contract/auth/auth'
import { recordFailedSignIn } from '../audit/record-audit.ts'
import type { Handler, Input, PublicCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { getProfile } from '../users/get-profile.ts'
import { verifyPassword } from './passwords.ts'
import { startSession } from './sessions.ts'
import { countSignInAttempt } from './sign-in-limits.ts'
import { checkSecondFactorGiven, redeemSignInFactor } from './totp.ts'

interface CheckedPassword {
  userId: string
  passwordHash: string
}

/** Checks e-mail and password before the transaction, since hashing is slow; unknown addresses take the same time. */
async function checkCredentials(ctx: PublicCtx, { body }: Input<typeof api.login>): Promise<CheckedPassword> {
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
  return { userId: user.id, passwordHash: user.password_hash }
}

/** Locks the user, and refuses if the password changed after its check: the change has ended all earlier sessions. */
async function checkSamePassword(ctx: PublicCtx, { userId, passwordHash }: CheckedPassword): Promise<void> {
  const user = await ctx.tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (user?.password_hash !== passwordHash) throw new Refusal('bad_credentials')
}

export const login: Handler<typeof api.login, CheckedPassword> = {
  prepare: checkCredentials,
  handle: async (ctx, { body }, checked) => {
    const { userId } = checked
    await checkSamePassword(ctx, checked)
    await redeemSignInFactor(ctx, userId, body.second_factor)
    await startSession(ctx, userId, 'PASSWORD')
    return getProfile(ctx.tx, userId)
  },
}
