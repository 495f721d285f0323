import type { TeamCtx } from '../context.ts'

export const listPayments = (ctx: TeamCtx) =>
  ctx.tx
    .selectFrom('payments as p')
    .leftJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['p.id', 'p.invoice_id', 'i.number as invoice_number', 'p.at', 'p.amount'])
    .select(['p.currency', 'p.state', 'p.method', 'p.problem'])
    .where('p.team_id', '=', ctx.team.team_id)
    .orderBy('p.at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(1000)
    .execute()
