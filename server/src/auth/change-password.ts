import type * as api from '@plumbline/contract/auth/account'
import { recordAudit } from '../audit/record-audit.ts'
import type { Handler } from '../context.ts'
import { publishUserToSelf } from '../users/update-me.ts'
import { getMailRecipient, queueAccountMail } from './account-mails.ts'
import { deleteEmailChange } from './change-email.ts'
import { checkPasswordQuality } from './password-quality.ts'
import { checkStillConfirmed, getConfirmedHash, hashPassword } from './passwords.ts'
import { endSessions, getSessionId } from './sessions.ts'

/** Hashes of the password that was checked, and of the new one. */
interface PasswordChange {
  before: string
  after: string
}

export const changePassword: Handler<typeof api.changePassword, PasswordChange> = {
  prepare: async (ctx, { body }) => {
    const before = await getConfirmedHash(ctx, body.current_password, 'current_password')
    const { email, first_name, last_name } = ctx.actor
    await checkPasswordQuality(body.password, [email, first_name, last_name])
    return { before, after: await hashPassword(body.password) }
  },
  handle: async (ctx, _input, { before, after }) => {
    const { user_id } = ctx.actor
    await checkStillConfirmed(ctx, before, 'current_password')
    await ctx.tx.updateTable('users').set({ password_hash: after }).where('id', '=', user_id).execute()
    // pending address changes and reset links end with the old password
    await deleteEmailChange(ctx, user_id)
    await ctx.tx
      .deleteFrom('mail_codes')
      .where('purpose', '=', 'RESET')
      .where('email', '=', ctx.actor.email)
      .execute()
    await endSessions(ctx, user_id, getSessionId(ctx.actor))
    await queueAccountMail(ctx, await getMailRecipient(ctx, user_id), (texts) => texts.passwordChanged, '/me')
    await publishUserToSelf(ctx)
    await recordAudit(ctx, { user_id }, { kind: 'PASSWORD_CHANGED' })
  },
}
