import type * as api from '@plumbline/contract/auth/account'
import { reason } from '@plumbline/contract/reasons'
import { recordAudit } from '../audit/record-audit.ts'
import type { Handler, Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishUserToSelf } from '../users/update-me.ts'
import { getMailRecipient, queueAccountMail } from './account-mails.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { buildWrongCodeRefusal, checkTotpLimit, redeemTotpCode } from './totp.ts'

async function enableTotp(ctx: UserCtx, { body }: Input<typeof api.confirmTotp>) {
  const { user_id } = ctx.actor
  const row = await ctx.tx
    .selectFrom('user_totp')
    .select('is_confirmed')
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('wrong_state', reason('totp_not_started'))
  if (row.is_confirmed) throw new Refusal('wrong_state', reason('totp_already_on'))
  if (!(await redeemTotpCode(ctx, user_id, body.code, false))) throw buildWrongCodeRefusal('code')
  const recovery_codes = await createRecoveryCodes(ctx, user_id)
  await queueAccountMail(ctx, await getMailRecipient(ctx, user_id), (texts) => texts.totpOn, '/me')
  await publishUserToSelf(ctx)
  await recordAudit(ctx, { user_id }, { kind: 'SECOND_FACTOR_ON' })
  return { recovery_codes }
}

export const confirmTotp: Handler<typeof api.confirmTotp, void> = {
  prepare: (ctx) => checkTotpLimit(ctx, ctx.actor.user_id),
  handle: enableTotp,
}
