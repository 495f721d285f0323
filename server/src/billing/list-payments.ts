import { formatReason, reason } from '@plumbline/contract/reasons'
import type { TeamCtx } from '../context.ts'

export async function listPayments(ctx: TeamCtx) {
  const rows = await ctx.tx
    .selectFrom('payments as p')
    .leftJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['p.id', 'p.invoice_id', 'i.number as invoice_number', 'p.at', 'p.amount'])
    .select(['p.currency', 'p.state', 'p.method', 'p.problem_code'])
    .where('p.team_id', '=', ctx.team.team_id)
    .orderBy('p.at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(1000)
    .execute()
  return rows.map(({ problem_code, ...payment }) => {
    const problem = problem_code && reason(problem_code)
    return { ...payment, problem: problem && formatReason(problem), problem_reason: problem }
  })
}
