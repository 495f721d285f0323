import type * as api from '@plumbline/contract/auth/oauth'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Input, UserCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { publishUserToSelf } from '../../users/update-me.ts'

export async function disconnectProgram(
  ctx: UserCtx,
  { params: { clientId } }: Input<typeof api.disconnectProgram>,
) {
  const { user_id } = ctx.actor
  // codes being exchanged are waited for, so that their grants are deleted; exchanged ones are locked after their grants
  await ctx.tx
    .deleteFrom('oauth_codes')
    .where('user_id', '=', user_id)
    .where('client_id', '=', clientId)
    .where('used_at', 'is', null)
    .execute()
  const { numDeletedRows } = await ctx.tx
    .deleteFrom('oauth_grants')
    .where('user_id', '=', user_id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found')
  await publishUserToSelf(ctx)
  await recordAudit(ctx, { user_id }, { kind: 'PROGRAM_DISCONNECTED' })
}
