import type { UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { recordOperatorAct } from './operators.ts'

export async function cancelStoreCheck(ctx: UserCtx) {
  const { numUpdatedRows } = await ctx.tx
    .updateTable('store_checks')
    .set({ state: 'CANCELLED', ended_at: ctx.now().toISOString() })
    .where('state', '=', 'RUNNING')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('wrong_state')
  await recordOperatorAct(ctx, { kind: 'STORE_CHECK_CANCELLED', by: ctx.actor.user_id })
}
