import type { TeamCtx } from '../context.ts'

export const listInvoices = (ctx: TeamCtx) =>
  ctx.tx
    .selectFrom('invoices')
    .select(['id', 'number', 'state', 'currency', 'lines', 'subtotal', 'tax_percent', 'reverse_charge'])
    .select(['tax', 'total', 'issued_at', 'due_at', 'paid_at'])
    .where('team_id', '=', ctx.team.team_id)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute()
