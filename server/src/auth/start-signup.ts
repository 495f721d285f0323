import type * as api from '@plumbline/contract/auth/auth'
import type { Handler, Input, PublicCtx } from '../context.ts'
import { queueAccountMail, queueMergedMail } from './account-mails.ts'
import { checkMailLimit, createMailCode } from './mail-codes.ts'

/** The response is the same for new and known addresses: only the mail differs. */
async function sendVerification(ctx: PublicCtx, { body }: Input<typeof api.startSignup>) {
  const { email, locale = 'en', custom_signup_code } = body
  const known = await ctx.tx
    .selectFrom('users')
    .select(['email', 'locale', 'merged_into'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (known?.merged_into) await queueMergedMail(ctx, known, known.merged_into)
  else if (known) await queueAccountMail(ctx, known, (texts) => texts.knownAddress, '/login')
  else {
    const { code, key } = await createMailCode(ctx, 'SIGNUP', email)
    // the link carries the partner's sign-up code, as it may be opened in another browser
    const query = new URLSearchParams({ code, ...(custom_signup_code && { custom_signup_code }) })
    await queueAccountMail(ctx, { email, locale }, (texts) => texts.verification, `/signup?${query}`, key)
  }
  return { email }
}

export const startSignup: Handler<typeof api.startSignup, void> = {
  prepare: checkMailLimit,
  handle: sendVerification,
}
