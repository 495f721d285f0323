import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/admin/store-check'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { recordOperatorAct } from './operators.ts'

export async function startStoreCheck(ctx: UserCtx, { body }: Input<typeof api.startStoreCheck>) {
  const at = ctx.now().toISOString()
  await ctx.tx.deleteFrom('store_checks').where('state', '<>', 'RUNNING').execute()
  const started = await ctx.tx
    .insertInto('store_checks')
    .values({ id: randomUUIDv7(), with_sums: body.with_sums, started_at: at, heartbeat_at: at })
    // one that is running
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!started) throw new Refusal('wrong_state')
  await ctx.jobs.add(ctx.tx, 'check', { check_id: started.id })
  await recordOperatorAct(ctx, { kind: 'STORE_CHECK_STARTED', by: ctx.actor.user_id })
}
