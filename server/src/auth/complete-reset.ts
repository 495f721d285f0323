import type * as api from '@plumbline/contract/auth/auth'
import type { Handler } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { readMe } from '../users/me.ts'
import { codeAddress, redeemCode } from './codes.ts'
import { mailTo, readerOfUser } from './mails.ts'
import { checkPassword } from './password-quality.ts'
import { hashPassword } from './passwords.ts'
import { endSessions, openSession } from './sessions.ts'
import { expectSecondFactor, passSecondFactor } from './totp.ts'

export const completeReset: Handler<typeof api.completeReset, string> = {
  prepare: async (ctx, { body }) => {
    const email = await codeAddress(ctx, 'RESET', body.code)
    const user = await ctx.tx
      .selectFrom('users')
      .select(['id', 'first_name', 'last_name'])
      .where('email', '=', email)
      .executeTakeFirst()
    await checkPassword(body.password, [email, user?.first_name ?? '', user?.last_name ?? ''])
    if (user) await expectSecondFactor(ctx, user.id, body.second_factor)
    return hashPassword(body.password)
  },
  handle: async (ctx, { body }, password_hash) => {
    const email = await redeemCode(ctx, 'RESET', body.code)
    const user = await ctx.tx
      .updateTable('users')
      .set({ password_hash })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirst()
    if (!user) throw new Refusal('link_expired')
    await passSecondFactor(ctx, user.id, body.second_factor)
    await endSessions(ctx, user.id)
    await mailTo(ctx, await readerOfUser(ctx, user.id), (texts) => texts.passwordChanged, '/me')
    await openSession(ctx, user.id)
    return readMe(ctx.tx, user.id)
  },
}
