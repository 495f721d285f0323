import type * as api from '@plumbline/contract/auth/account'
import type { Handler } from '../context.ts'
import { tellSelf } from '../users/update-me.ts'
import { mailTo, readerOfUser } from './mails.ts'
import { checkPassword } from './password-quality.ts'
import { hashPassword, provePassword } from './passwords.ts'
import { endSessions, sessionOf } from './sessions.ts'

export const changePassword: Handler<typeof api.changePassword, string> = {
  prepare: async (ctx, { body }) => {
    await provePassword(ctx, body.current_password, 'current_password')
    const { email, first_name, last_name } = ctx.actor
    await checkPassword(body.password, [email, first_name, last_name])
    return hashPassword(body.password)
  },
  handle: async (ctx, _input, password_hash) => {
    const { user_id } = ctx.actor
    await ctx.tx.updateTable('users').set({ password_hash }).where('id', '=', user_id).execute()
    // a link that was asked for with the old password in mind ends with it
    await ctx.tx
      .deleteFrom('mail_codes')
      .where('purpose', '=', 'RESET')
      .where('email', '=', ctx.actor.email)
      .execute()
    await endSessions(ctx, user_id, sessionOf(ctx.actor))
    await mailTo(ctx, await readerOfUser(ctx, user_id), (texts) => texts.passwordChanged, '/me')
    await tellSelf(ctx)
  },
}
