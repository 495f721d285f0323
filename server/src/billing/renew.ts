import type { Server } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { getBillingAccount, type SubscriptionRow } from './accounts.ts'
import { getCurrentPeriod } from './builtin.ts'
import { computePeriodSums, getNextPeriod } from './charges.ts'
import { issueInvoice, selectUnpaidSince } from './invoices.ts'
import type { BillingAccount } from './provider.ts'
import { computeStatus, getPaidTerms } from './rules.ts'
import { computeTax } from './tax.ts'

/**
 * Renewals of the built-in provider. Periods start by the clock: if the billing schedule runs late, a subscription
 * request renews first.
 */

type Ctx = Pick<Server, 'config' | 'now'> & { tx: Tx }

/** A cancelled or past-due subscription is not renewed, nor one that a remote provider, used before, still charges. */
function isDue({ config, now }: Ctx, row: SubscriptionRow): boolean {
  if (config.billing.provider !== 'builtin' || row.period_end === null || row.subscription_id !== null)
    return false
  return Date.parse(row.period_end) <= now().getTime() && computeStatus(row, now()) === 'ACTIVE'
}

/** Terms and dates of the next period, including a scheduled downgrade. */
function buildRenewal(account: BillingAccount, row: SubscriptionRow) {
  const current = getCurrentPeriod(account)
  if (!current) throw new Error(`Nothing to renew: ${row.team_id}`)
  const terms = { ...current.terms, ...row.next }
  const period = getNextPeriod(current, terms)
  const values = {
    ...terms,
    next: null,
    ...(terms.interval === current.terms.interval ? {} : { anchored_at: period.start.toISOString() }),
    period_start: period.start.toISOString(),
    period_end: period.end.toISOString(),
  }
  return { terms, period, values }
}

/** Starts every due period, each with its invoice. The caller has locked the row. */
export async function renewDuePeriods(ctx: Ctx, before: SubscriptionRow): Promise<SubscriptionRow> {
  const { config, tx, now } = ctx
  const { team_id } = before
  let row = before
  while (isDue(ctx, row)) {
    const account = await getBillingAccount(tx, row, now())
    const { info, locale } = account
    const { terms, period, values } = buildRenewal(account, row)
    const sums = computePeriodSums(
      terms,
      period,
      computeTax(config.billing.seller, info, config.billing.taxes),
    )
    await issueInvoice(tx, config.billing, { team_id, info, locale, sums, now: now() })
    row = await tx
      .updateTable('subscriptions')
      .set({ ...values, unpaid_at: selectUnpaidSince(team_id) })
      .where('team_id', '=', team_id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  return row
}

/**
 * Ends, with the period that is paid, a subscription which this server invoiced before the operator changed to Stripe:
 * nobody renews it there. The caller has locked the row.
 */
export async function endUnrenewedPeriod(
  { config, tx, now }: Ctx,
  row: SubscriptionRow,
): Promise<SubscriptionRow> {
  const { subscription_id, confirm, lease_key, period_end } = row
  const isElsewhere = subscription_id !== null || confirm !== null || lease_key !== null
  if (config.billing.provider !== 'stripe' || isElsewhere || !getPaidTerms(row)) return row
  if (period_end === null || Date.parse(period_end) > now().getTime()) return row
  return tx
    .updateTable('subscriptions')
    .set({ ended_at: period_end, next: null })
    .where('team_id', '=', row.team_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The row as `renewDuePeriods` would leave it; writes nothing. */
export async function previewRenewal(ctx: Ctx, before: SubscriptionRow): Promise<SubscriptionRow> {
  let row = before
  while (isDue(ctx, row)) {
    const { values } = buildRenewal(await getBillingAccount(ctx.tx, row, ctx.now()), row)
    row = { ...row, ...values }
  }
  return row
}
