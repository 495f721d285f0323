import type { TeamCtx } from '../context.ts'

export const listPaymentMethods = (ctx: TeamCtx) =>
  ctx.tx
    .selectFrom('payment_methods')
    .selectAll()
    .where('team_id', '=', ctx.team.team_id)
    .orderBy('created_at')
    .orderBy('payment_method_id')
    .limit(100)
    .execute()
