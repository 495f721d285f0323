import type * as api from '@plumbline/contract/auth/account'
import { reason } from '@plumbline/contract/reasons'
import { recordAudit } from '../audit/record-audit.ts'
import type { Handler, Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { getProfile } from '../users/get-profile.ts'
import { publishUserToSelf } from '../users/update-me.ts'
import { getMailRecipient, queueAccountMail } from './account-mails.ts'
import { checkStillConfirmed, getConfirmedHash } from './passwords.ts'
import { checkTotpLimit, hasTotp, redeemSecondFactor } from './totp.ts'

async function disableTotp(ctx: UserCtx, { body }: Input<typeof api.stopTotp>, confirmedHash: string) {
  await checkStillConfirmed(ctx, confirmedHash, 'password')
  const { user_id } = ctx.actor
  await redeemSecondFactor(ctx, user_id, body.second_factor)
  await ctx.tx.deleteFrom('user_totp').where('user_id', '=', user_id).execute()
  await ctx.tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await queueAccountMail(ctx, await getMailRecipient(ctx, user_id), (texts) => texts.totpOff, '/me')
  await publishUserToSelf(ctx)
  await recordAudit(ctx, { user_id }, { kind: 'SECOND_FACTOR_OFF' })
  return getProfile(ctx.tx, user_id)
}

export const stopTotp: Handler<typeof api.stopTotp, string> = {
  prepare: async (ctx, { body }) => {
    const confirmedHash = await getConfirmedHash(ctx, body.password, 'password')
    if (!(await hasTotp(ctx, ctx.actor.user_id))) throw new Refusal('wrong_state', reason('totp_already_off'))
    await checkTotpLimit(ctx, ctx.actor.user_id)
    return confirmedHash
  },
  handle: disableTotp,
}
