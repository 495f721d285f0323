import type * as api from '@plumbline/contract/auth/account'
import { recordAudit } from '../audit/record-audit.ts'
import type { Handler } from '../context.ts'
import { publishUserToSelf } from '../users/update-me.ts'
import { getMailRecipient, queueAccountMail } from './account-mails.ts'
import { checkPasswordQuality } from './password-quality.ts'
import { checkCurrentPassword, hashPassword } from './passwords.ts'
import { endSessions, getSessionId } from './sessions.ts'

export const changePassword: Handler<typeof api.changePassword, string> = {
  prepare: async (ctx, { body }) => {
    await checkCurrentPassword(ctx, body.current_password, 'current_password')
    const { email, first_name, last_name } = ctx.actor
    await checkPasswordQuality(body.password, [email, first_name, last_name])
    return hashPassword(body.password)
  },
  handle: async (ctx, _input, password_hash) => {
    const { user_id } = ctx.actor
    await ctx.tx.updateTable('users').set({ password_hash }).where('id', '=', user_id).execute()
    // pending reset links end with the old password
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
