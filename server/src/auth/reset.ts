import type * as api from '@plumbline/contract/auth/auth'
import type { Handler, Server } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { readMe } from '../users/me.ts'
import { codeAddress, createCode, limitMails, redeemCode } from './codes.ts'
import { mailTo, readerOfUser } from './mails.ts'
import { checkPassword } from './password-quality.ts'
import { hashPassword } from './passwords.ts'
import { endSessions, openSession } from './sessions.ts'
import { expectSecondFactor, passSecondFactor } from './totp.ts'

/** Whether the address is known is asked after the answer, by a job: no answer takes longer for one that is. */
export const beginReset: Handler<typeof api.startReset, void> = {
  prepare: limitMails,
  handle: async (ctx, { body: { email } }) => {
    await ctx.jobs.add(ctx.tx, 'reset', { email })
    return { email }
  },
}

/** The mail with the code, to somebody who has an account. */
export const sendReset = (server: Server, email: string): Promise<void> =>
  inTransaction(server.db, async (tx) => {
    const ctx = { ...server, tx }
    const known = await tx
      .selectFrom('users')
      .select(['email', 'locale'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (!known) return
    const { code } = await createCode(ctx, 'RESET', email)
    await mailTo(ctx, known, (texts) => texts.reset, `/reset-password?code=${code}`)
  })

export const finishReset: Handler<typeof api.completeReset, string> = {
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
