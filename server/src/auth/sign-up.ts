import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/auth/auth'
import type { Handler, Input, PublicCtx } from '../context.ts'
import { sqlState } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { readMe } from '../users/me.ts'
import { codeAddress, createCode, limitMails, redeemCode } from './codes.ts'
import { mailTo } from './mails.ts'
import { checkPassword } from './password-quality.ts'
import { hashPassword } from './passwords.ts'
import { openSession } from './sessions.ts'

/** Answers the same for new and known addresses: only the mail differs. */
async function sendVerification(ctx: PublicCtx, { body }: Input<typeof api.startSignup>) {
  const { email, locale = 'en', custom_signup_code } = body
  const known = await ctx.tx
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (known) await mailTo(ctx, known, (texts) => texts.knownAddress, '/login')
  else {
    const { code, key } = await createCode(ctx, 'SIGNUP', email)
    // who goes on by the link, perhaps elsewhere, has the terms of their partner still
    const query = new URLSearchParams({ code, ...(custom_signup_code && { custom_signup_code }) })
    await mailTo(ctx, { email, locale }, (texts) => texts.verification, `/signup?${query}`, key)
  }
  return { email }
}

export const beginSignup: Handler<typeof api.startSignup, void> = {
  prepare: limitMails,
  handle: sendVerification,
}

/** Checks the code and the password before anything is written, and hashes outside the transaction. */
async function checkForm(ctx: PublicCtx, { body }: Input<typeof api.completeSignup>): Promise<string> {
  const email = await codeAddress(ctx, 'SIGNUP', body.code)
  await checkPassword(body.password, [email, body.first_name, body.last_name])
  return hashPassword(body.password)
}

async function createUser(ctx: PublicCtx, { body }: Input<typeof api.completeSignup>, passwordHash: string) {
  const email = await redeemCode(ctx, 'SIGNUP', body.code)
  const id = randomUUIDv7()
  const { first_name, last_name, locale = 'en' } = body
  try {
    await ctx.tx
      .insertInto('users')
      .values({ id, email, first_name, last_name, locale, password_hash: passwordHash })
      .execute()
  } catch (error) {
    throw sqlState(error) === '23505' ? new Refusal('already_exists') : error
  }
  await openSession(ctx, id)
  await ctx.tell('user.updated', {
    project_id: null,
    data: { user_id: id },
    audience: { users: [id] },
    facts: { signed_up: email, signup_code: body.custom_signup_code },
  })
  return readMe(ctx.tx, id)
}

export const finishSignup: Handler<typeof api.completeSignup, string> = {
  prepare: checkForm,
  handle: createUser,
}
