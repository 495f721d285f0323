import type * as api from '@plumbline/contract/auth/auth'
import { recordAudit } from '../audit/record-audit.ts'
import type { Handler } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { getProfile } from '../users/get-profile.ts'
import { getMailRecipient, queueAccountMail } from './account-mails.ts'
import { deleteEmailChange } from './change-email.ts'
import { getCodeEmail, redeemMailCode } from './mail-codes.ts'
import { checkPasswordQuality } from './password-quality.ts'
import { hashPassword } from './passwords.ts'
import { endSessions, startSession } from './sessions.ts'
import { checkSecondFactorGiven, redeemSignInFactor } from './totp.ts'

export const completeReset: Handler<typeof api.completeReset, string> = {
  prepare: async (ctx, { body }) => {
    const email = await getCodeEmail(ctx, 'RESET', body.code)
    const user = await ctx.tx
      .selectFrom('users')
      .select(['id', 'first_name', 'last_name'])
      .where('email', '=', email)
      .executeTakeFirst()
    await checkPasswordQuality(body.password, [email, user?.first_name ?? '', user?.last_name ?? ''])
    if (user) await checkSecondFactorGiven(ctx, user.id, body.second_factor)
    return hashPassword(body.password)
  },
  handle: async (ctx, { body }, password_hash) => {
    const email = await redeemMailCode(ctx, 'RESET', body.code)
    const user = await ctx.tx
      .updateTable('users')
      .set({ password_hash })
      .where('email', '=', email)
      .where('merged_into', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!user) throw new Refusal('link_expired')
    await redeemSignInFactor(ctx, user.id, body.second_factor)
    await deleteEmailChange(ctx, user.id)
    await endSessions(ctx, user.id)
    await queueAccountMail(ctx, await getMailRecipient(ctx, user.id), (texts) => texts.passwordChanged, '/me')
    await recordAudit(ctx, { user_id: user.id }, { kind: 'PASSWORD_RESET', by: user.id })
    await startSession(ctx, user.id, 'RESET')
    return getProfile(ctx.tx, user.id)
  },
}
