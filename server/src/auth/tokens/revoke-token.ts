import type * as api from '@plumbline/contract/auth/tokens'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Input, UserCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { publishUserToSelf } from '../../users/update-me.ts'

export async function revokeToken(ctx: UserCtx, { params: { tokenId } }: Input<typeof api.revokeToken>) {
  const { numDeletedRows } = await ctx.tx
    .deleteFrom('api_tokens')
    .where('id', '=', tokenId)
    .where('user_id', '=', ctx.actor.user_id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found')
  await publishUserToSelf(ctx)
  await recordAudit(ctx, { user_id: ctx.actor.user_id }, { kind: 'TOKEN_REVOKED' })
}
