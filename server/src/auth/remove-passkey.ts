import type * as accountApi from '@plumbline/contract/auth/account'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { publishUserToSelf } from '../users/update-me.ts'

export async function removePasskey(ctx: UserCtx, { params }: Input<typeof accountApi.removePasskey>) {
  const { numDeletedRows } = await ctx.tx
    .deleteFrom('passkeys')
    .where('id', '=', params.passkeyId)
    .where('user_id', '=', ctx.actor.user_id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found')
  await publishUserToSelf(ctx)
  await recordAudit(ctx, { user_id: ctx.actor.user_id }, { kind: 'PASSKEY_REMOVED' })
}
