import { BANK_TRANSFER } from '@plumbline/contract/billing/billing'
import type { Config } from '../config.ts'
import { type Tx, toJsonb } from '../db/database.ts'
import { type CurrentPeriod, computeChangeEstimate, computeCharge } from './charges.ts'
import { issueInvoice, selectUnpaidSince } from './invoices.ts'
import type { BillingAccount, BillingProvider, SubscriptionChange } from './provider.ts'
import { computeTax } from './tax.ts'

/** The built-in provider: it issues invoices, which the operator marks as paid. */

/** The running paid period of an account; null without one. */
export function getCurrentPeriod({
  terms,
  anchored_at,
  period_start,
  period_end,
}: BillingAccount): CurrentPeriod | null {
  if (!terms || !period_start || !period_end) return null
  return {
    terms,
    period: { start: new Date(period_start), end: new Date(period_end) },
    anchor: new Date(anchored_at ?? period_start),
  }
}

const addMethod = (team_id: string) => async (tx: Tx) => {
  const others = await tx
    .selectFrom('payment_methods')
    .select('payment_method_id')
    .where('team_id', '=', team_id)
    .execute()
  await tx
    .insertInto('payment_methods')
    .values({
      team_id,
      payment_method_id: `invoice_${team_id}`,
      kind: 'INVOICE',
      brand: BANK_TRANSFER,
      is_default: others.length === 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Issues the invoice of a change that is charged at once, and updates the subscription. */
async function startPaidPeriod(
  tx: Tx,
  billing: Config['billing'],
  account: BillingAccount,
  order: SubscriptionChange,
  present: CurrentPeriod | null,
) {
  const { team_id, info, locale, now } = account
  const charge = computeCharge(order, present, now, computeTax(billing.seller, info, billing.taxes))
  if (!charge) throw new Error(`Nothing is charged for ${order.kind}`)
  const { terms, period, sums } = charge
  await issueInvoice(tx, billing, { team_id, info, locale, sums, now })
  const isNew = period.start.getTime() === now.getTime()
  await tx
    .updateTable('subscriptions')
    .set({
      ...terms,
      period_start: period.start.toISOString(),
      period_end: period.end.toISOString(),
      ...(isNew ? { anchored_at: now.toISOString() } : {}),
      trial_ends_at: null,
      cancels_at: null,
      next: null,
      ended_at: null,
      unpaid_at: selectUnpaidSince(team_id),
    })
    .where('team_id', '=', team_id)
    .execute()
  await addMethod(team_id)(tx)
}

export function createBuiltinProvider({ billing }: Pick<Config, 'billing'>): BillingProvider {
  const change =
    (
      account: BillingAccount,
      values: { cancels_at: string | null; next: ReturnType<typeof toJsonb> | null },
    ) =>
    async (tx: Tx) => {
      await tx.updateTable('subscriptions').set(values).where('team_id', '=', account.team_id).execute()
    }
  return {
    name: 'builtin',
    isRemote: false,
    estimateChange: async (account, order) => {
      const tax = computeTax(billing.seller, account.info, billing.taxes)
      return computeChangeEstimate(order, getCurrentPeriod(account), account.now, tax)
    },
    carryOutChange: async (account, order) => {
      switch (order.kind) {
        case 'START':
        case 'NOW':
          return (tx) => startPaidPeriod(tx, billing, account, order, getCurrentPeriod(account))
        case 'NEXT': {
          const { slug, interval, seats } = order.terms
          return change(account, { cancels_at: null, next: toJsonb({ slug, interval, seats }) })
        }
        case 'STAY':
          return change(account, { cancels_at: null, next: null })
        case 'CANCEL':
          return change(account, { cancels_at: account.period_end, next: null })
      }
    },
    addPaymentMethod: async ({ team_id }) => ({
      client_secret: null,
      publishable_key: null,
      writeResult: addMethod(team_id),
    }),
    // payment by invoice is the only method, so it is the default already
    choosePaymentMethod: async () => async () => {},
    removePaymentMethod:
      async ({ team_id }, methodId) =>
      async (tx) => {
        await tx
          .deleteFrom('payment_methods')
          .where('team_id', '=', team_id)
          .where('payment_method_id', '=', methodId)
          .execute()
      },
    updateBillingInfo: async () => async () => {},
    fetchInvoicePdf: null,
    closeAccount: async () => async () => {},
    refresh: async () => async () => {},
    findTeamByCustomer: null,
  }
}
