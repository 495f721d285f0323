import type { completeReset, startReset } from '@plumbline/contract/auth'
import type { Handler, Input, PublicCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { queueMail } from '../mail/mail.ts'
import { readMe } from '../users/me.ts'
import { codeAddress, createCode, limitMails, redeemCode } from './codes.ts'
import { resetMail } from './mails.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { openSession } from './sessions.ts'

async function sendReset(ctx: PublicCtx, { body: { email } }: Input<typeof startReset>) {
  const known = await ctx.tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (known) {
    const { code } = await createCode(ctx, 'RESET', email)
    await queueMail(ctx, resetMail(email, ctx.config.publicUrl, code))
  }
  return { email }
}

export const beginReset: Handler<typeof startReset, void> = { prepare: limitMails, handle: sendReset }

export const finishReset: Handler<typeof completeReset, string> = {
  prepare: async (ctx, { body }) => {
    checkPassword(body.password, [await codeAddress(ctx, 'RESET', body.code)])
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
    const ended = await ctx.tx.deleteFrom('sessions').where('user_id', '=', user.id).returning('id').execute()
    for (const { id } of ended) ctx.onCommit(() => ctx.live.endSession(id))
    await openSession(ctx, user.id)
    return readMe(ctx.tx, user.id)
  },
}
