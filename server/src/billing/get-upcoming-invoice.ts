import type { Invoice } from '@plumbline/contract/billing/billing'
import type { TeamCtx } from '../context.ts'
import { getBillingAccount, getSubscriptionRow, type SubscriptionRow } from './accounts.ts'
import { getCurrentPeriod } from './builtin.ts'
import { computePeriodSums, getNextPeriod } from './charges.ts'
import type { BillingProvider } from './provider.ts'
import { computeTax } from './tax.ts'

/** The invoice that the built-in provider will issue at the start of the next period. */
async function buildNextInvoice(ctx: TeamCtx, row: SubscriptionRow): Promise<Invoice | null> {
  const now = ctx.now()
  const account = await getBillingAccount(ctx.tx, row, now)
  const current = getCurrentPeriod(account)
  if (!current || row.cancels_at !== null) return null
  const terms = { ...current.terms, ...row.next }
  const { seller, taxes } = ctx.config.billing
  const period = getNextPeriod(current, terms)
  return {
    ...computePeriodSums(terms, period, computeTax(seller, account.info, taxes)),
    id: row.team_id,
    number: null,
    state: 'OPEN',
    issued_at: null,
    paid_at: null,
    due_at: period.start.toISOString(),
  }
}

export const getUpcomingInvoice =
  (provider: BillingProvider | null) =>
  async (ctx: TeamCtx): Promise<Invoice | null> => {
    if (!provider) return null
    const row = await getSubscriptionRow(ctx.tx, ctx.team.team_id)
    if (!provider.isRemote) return buildNextInvoice(ctx, row)
    return row.upcoming && { ...row.upcoming, id: row.team_id }
  }
