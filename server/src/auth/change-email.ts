import { createHash, randomBytes } from 'node:crypto'
import type * as api from '@plumbline/contract/users/account'
import type { Handler, Input, UserCtx } from '../context.ts'
import { sqlState } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { readMe } from '../users/me.ts'
import { tellSelf, tellUser } from '../users/update-me.ts'
import { limitMails } from './codes.ts'
import { mailTo, readerOfUser } from './mails.ts'
import { provePassword } from './passwords.ts'
import { endSessions, sessionOf } from './sessions.ts'

/** A change of address takes a link from a mail to the old address and one from a mail to the new one. */

const CHANGE_MS = 24 * 3600 * 1000
const digest = (code: string) => createHash('sha256').update(code).digest('hex')
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

export const beginEmailChange: Handler<typeof api.changeEmail, void> = {
  prepare: async (ctx, { body }) => {
    await limitMails(ctx)
    await provePassword(ctx, body.password, 'password')
    if (body.email === ctx.actor.email)
      throw new Refusal('bad_request', { fields: { email: 'This is your address already' } })
  },
  handle: askForChange,
}

/** Uses up the code of one of the two mails; of several at once exactly one gets the change. */
async function confirmSide(ctx: UserCtx, side: 'old' | 'new', code: string) {
  return ctx.tx
    .updateTable('email_changes')
    .set({ [`${side}_confirmed`]: true })
    .where('user_id', '=', ctx.actor.user_id)
    .where(`${side}_code_hash`, '=', digest(code))
    .where(`${side}_confirmed`, '=', false)
    .where('expires_at', '>', ctx.now().toISOString())
    .returning(['email', 'old_confirmed', 'new_confirmed'])
    .executeTakeFirst()
}

async function complete(ctx: UserCtx, email: string) {
  const { user_id } = ctx.actor
  const old = await readerOfUser(ctx, user_id)
  try {
    await ctx.tx.updateTable('users').set({ email }).where('id', '=', user_id).execute()
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    throw new Refusal('already_exists', { message: 'Another account has this address by now' })
  }
  await ctx.tx.deleteFrom('email_changes').where('user_id', '=', user_id).execute()
  await ctx.tx.deleteFrom('mail_codes').where('email', 'in', [old.email, email]).execute()
  await endSessions(ctx, user_id, sessionOf(ctx.actor))
  await mailTo(ctx, old, (texts) => texts.emailChanged(email), '/me')
  await tellUser(ctx)
}

export async function confirmEmailChange(ctx: UserCtx, { body: { code } }: Input<typeof api.confirmEmail>) {
  const change = (await confirmSide(ctx, 'old', code)) ?? (await confirmSide(ctx, 'new', code))
  if (!change) throw new Refusal('link_expired')
  if (change.old_confirmed && change.new_confirmed) await complete(ctx, change.email)
  else await tellSelf(ctx)
  return readMe(ctx.tx, ctx.actor.user_id)
}

export async function giveUpEmailChange(ctx: UserCtx, _input: Input<typeof api.cancelEmailChange>) {
  const { user_id } = ctx.actor
  await ctx.tx.deleteFrom('email_changes').where('user_id', '=', user_id).execute()
  await tellSelf(ctx)
  return readMe(ctx.tx, user_id)
}
