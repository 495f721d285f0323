import type { UserCtx } from '../context.ts'
import { retryFailedMails } from '../mail/mail-commands.ts'
import { recordOperatorAct } from './operators.ts'

export async function retryMails(ctx: UserCtx) {
  const mails = await retryFailedMails(ctx.tx, ctx.now())
  if (mails > 0)
    await recordOperatorAct(ctx, { kind: 'MAILS_RETRIED', by: ctx.actor.user_id, data: { mails } })
  return { mails }
}
