import { createHash, randomBytes } from 'node:crypto'
import type * as api from '@plumbline/contract/auth/account'
import type { Handler, Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { readMe } from '../users/me.ts'
import { tellSelf } from '../users/update-me.ts'
import { limitMails } from './codes.ts'
import { mailTo, readerOfUser } from './mails.ts'
import { provePassword } from './passwords.ts'

/** A change of address takes a link from a mail to the old address and one from a mail to the new one. */

const CHANGE_MS = 24 * 3600 * 1000
export const digest = (code: string) => createHash('sha256').update(code).digest('hex')
const makeCode = () => randomBytes(24).toString('base64url')
const link = (code: string) => `/me?email_code=${code}`

/** Answers the same whether or not the address belongs to an account: only the mail to it differs. */
async function askForChange(ctx: UserCtx, { body: { email } }: Input<typeof api.changeEmail>) {
  const { user_id } = ctx.actor
  const [oldCode, newCode] = [makeCode(), makeCode()]
  const change = {
    email,
    old_code_hash: digest(oldCode),
    new_code_hash: digest(newCode),
    old_confirmed: false,
    new_confirmed: false,
    expires_at: new Date(ctx.now().getTime() + CHANGE_MS).toISOString(),
  }
  await ctx.tx
    .insertInto('email_changes')
    .values({ user_id, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
  const reader = await readerOfUser(ctx, user_id)
  const owner = await ctx.tx
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('email', '=', email)
    .executeTakeFirst()
  await mailTo(ctx, reader, (texts) => texts.emailFromOld(email), link(oldCode))
  if (owner) await mailTo(ctx, owner, (texts) => texts.emailTaken, '/login')
  else
    await mailTo(
      ctx,
      { email, locale: reader.locale },
      (texts) => texts.emailToNew(reader.email),
      link(newCode),
    )
  await tellSelf(ctx)
  return readMe(ctx.tx, user_id)
}

export const changeEmail: Handler<typeof api.changeEmail, void> = {
  prepare: async (ctx, { body }) => {
    await limitMails(ctx)
    await provePassword(ctx, body.password, 'password')
    if (body.email === ctx.actor.email)
      throw new Refusal('bad_request', { fields: { email: 'This is your address already' } })
  },
  handle: askForChange,
}
