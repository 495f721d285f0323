import { createHash, randomBytes } from 'node:crypto'
import type * as api from '@plumbline/contract/auth/account'
import { reason } from '@plumbline/contract/reasons'
import type { Handler, Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { getProfile } from '../users/get-profile.ts'
import { publishUserToSelf } from '../users/update-me.ts'
import { getMailRecipient, queueAccountMail } from './account-mails.ts'
import { checkMailLimit } from './mail-codes.ts'
import { checkStillConfirmed, getConfirmedHash } from './passwords.ts'

/** A change of the e-mail address is confirmed by a link sent to the old address and one sent to the new address. */

const CHANGE_MS = 24 * 3600 * 1000
export const hashMailCode = (code: string) => createHash('sha256').update(code).digest('hex')
/** Ends a pending change of address; a new password does so as well, in case somebody else requested the change. */
export const deleteEmailChange = ({ tx }: Pick<UserCtx, 'tx'>, userId: string) =>
  tx.deleteFrom('email_changes').where('user_id', '=', userId).execute()
const createRandomCode = () => randomBytes(24).toString('base64url')
const buildConfirmPath = (code: string) => `/me?email_code=${code}`

/** The response does not reveal whether the new address has an account: only the mail sent to it differs. */
async function requestEmailChange(
  ctx: UserCtx,
  { body: { email } }: Input<typeof api.changeEmail>,
  confirmedHash: string,
) {
  await checkStillConfirmed(ctx, confirmedHash, 'password')
  const { user_id } = ctx.actor
  const oldCode = createRandomCode()
  const newCode = createRandomCode()
  const change = {
    email,
    old_code_hash: hashMailCode(oldCode),
    new_code_hash: hashMailCode(newCode),
    old_confirmed: false,
    new_confirmed: false,
    expires_at: new Date(ctx.now().getTime() + CHANGE_MS).toISOString(),
  }
  await ctx.tx
    .insertInto('email_changes')
    .values({ user_id, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
  const recipient = await getMailRecipient(ctx, user_id)
  const owner = await ctx.tx
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('email', '=', email)
    // the person's own address, of an account that was merged into this one
    .where((eb) => eb.or([eb('merged_into', 'is', null), eb('merged_into', '<>', user_id)]))
    .executeTakeFirst()
  await queueAccountMail(ctx, recipient, (texts) => texts.emailFromOld(email), buildConfirmPath(oldCode))
  if (owner) await queueAccountMail(ctx, owner, (texts) => texts.emailTaken, '/login')
  else
    await queueAccountMail(
      ctx,
      { email, locale: recipient.locale },
      (texts) => texts.emailToNew(recipient.email),
      buildConfirmPath(newCode),
    )
  await publishUserToSelf(ctx)
  return getProfile(ctx.tx, user_id)
}

export const changeEmail: Handler<typeof api.changeEmail, string> = {
  prepare: async (ctx, { body }) => {
    await checkMailLimit(ctx)
    const confirmedHash = await getConfirmedHash(ctx, body.password, 'password')
    if (body.email === ctx.actor.email)
      throw new Refusal('bad_request', { fields: { email: reason('email_unchanged') } })
    return confirmedHash
  },
  handle: requestEmailChange,
}
