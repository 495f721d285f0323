import type { Invoice } from '@plumbline/contract/billing/billing'
import type { TeamCtx } from '../context.ts'
import { accountOf, type Row, readRow } from './accounts.ts'
import { presentOf } from './builtin.ts'
import type { Provider } from './provider.ts'
import { nextPeriod, periodSums } from './quote.ts'
import { taxOf } from './tax.ts'

/** The invoice that the next period begins with. */
async function nextInvoice(ctx: TeamCtx, row: Row): Promise<Invoice | null> {
  const now = ctx.now()
  const present = presentOf(await accountOf(ctx.tx, row, now))
  if (!present || row.cancels_at !== null) return null
  const terms = { ...present.terms, ...row.next }
  const { seller, taxes } = ctx.config.billing
  const { info } = await accountOf(ctx.tx, row, now)
  const period = nextPeriod(present, terms)
  return {
    ...periodSums(terms, period, taxOf(seller, info, taxes)),
    ...{ id: row.team_id, number: null, state: 'OPEN', issued_at: null, paid_at: null },
    due_at: period.start.toISOString(),
  }
}

export const getUpcomingInvoice =
  (provider: Provider | null) =>
  async (ctx: TeamCtx): Promise<Invoice | null> => {
    if (!provider) return null
    const row = await readRow(ctx.tx, ctx.team.team_id)
    if (!provider.isRemote) return nextInvoice(ctx, row)
    return row.upcoming && { ...row.upcoming, id: row.team_id }
  }
