import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/auth/auth'
import type { Handler, Input, PublicCtx } from '../context.ts'
import { getSqlState } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { getProfile } from '../users/get-profile.ts'
import { getCodeEmail, redeemMailCode } from './mail-codes.ts'
import { checkPasswordQuality } from './password-quality.ts'
import { hashPassword } from './passwords.ts'
import { startSession } from './sessions.ts'

/** Checks code and password before the transaction, and hashes the password, which is slow. */
async function checkSignupForm(ctx: PublicCtx, { body }: Input<typeof api.completeSignup>): Promise<string> {
  const email = await getCodeEmail(ctx, 'SIGNUP', body.code)
  await checkPasswordQuality(body.password, [email, body.first_name, body.last_name])
  return hashPassword(body.password)
}

async function createUser(ctx: PublicCtx, { body }: Input<typeof api.completeSignup>, passwordHash: string) {
  const email = await redeemMailCode(ctx, 'SIGNUP', body.code)
  const id = randomUUIDv7()
  const { first_name, last_name, locale = 'en' } = body
  try {
    await ctx.tx
      .insertInto('users')
      .values({ id, email, first_name, last_name, locale, password_hash: passwordHash })
      .execute()
  } catch (error) {
    throw getSqlState(error) === '23505' ? new Refusal('already_exists') : error
  }
  await startSession(ctx, id, 'SIGN_UP')
  await ctx.tell('user.updated', {
    project_id: null,
    data: { user_id: id },
    audience: { users: [id] },
    cause: { kind: 'SIGNED_UP', email, signup_code: body.custom_signup_code ?? null },
  })
  return getProfile(ctx.tx, id)
}

export const completeSignup: Handler<typeof api.completeSignup, string> = {
  prepare: checkSignupForm,
  handle: createUser,
}
