import type { Config } from '../config.ts'
import { json, type Tx } from '../db/database.ts'
import { issueInvoice, owedSince, TRANSFER } from './invoices.ts'
import type { Account, Order, Provider } from './provider.ts'
import { chargeOf, type Present, quoteOf } from './quote.ts'
import { taxOf } from './tax.ts'

/** Billing without anybody else: invoices that the operator marks paid. */

/** What is paid for at present. */
export function presentOf({ terms, anchored_at, period_start, period_end }: Account): Present | null {
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
      ...{ team_id, payment_method_id: `invoice_${team_id}`, kind: 'INVOICE', brand: TRANSFER },
      is_default: others.length === 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The row after an order that is paid for at once. */
async function begin(
  tx: Tx,
  billing: Config['billing'],
  account: Account,
  order: Order,
  present: Present | null,
) {
  const { team_id, info, locale, now } = account
  const charge = chargeOf(order, present, now, taxOf(billing.seller, info, billing.taxes))
  if (!charge) throw new Error(`Nothing is charged for ${order.kind}`)
  const { terms, period, sums } = charge
  await issueInvoice(tx, billing, { team_id, info, locale, sums, now })
  const isNew = period.start.getTime() === now.getTime()
  await tx
    .updateTable('subscriptions')
    .set({
      ...terms,
      ...{ period_start: period.start.toISOString(), period_end: period.end.toISOString() },
      ...(isNew ? { anchored_at: now.toISOString() } : {}),
      ...{ trial_ends_at: null, cancels_at: null, next: null, ended_at: null },
      unpaid_at: owedSince(team_id),
    })
    .where('team_id', '=', team_id)
    .execute()
  await addMethod(team_id)(tx)
}

export function builtinProvider({ billing }: Pick<Config, 'billing'>): Provider {
  const change =
    (account: Account, values: { cancels_at: string | null; next: ReturnType<typeof json> | null }) =>
    async (tx: Tx) => {
      await tx.updateTable('subscriptions').set(values).where('team_id', '=', account.team_id).execute()
    }
  return {
    name: 'builtin',
    isRemote: false,
    estimate: async (account, order) => {
      const tax = taxOf(billing.seller, account.info, billing.taxes)
      return quoteOf(order, presentOf(account), account.now, tax)
    },
    carryOut: async (account, order) => {
      switch (order.kind) {
        case 'START':
        case 'NOW':
          return (tx) => begin(tx, billing, account, order, presentOf(account))
        case 'NEXT': {
          const { slug, interval, seats } = order.terms
          return change(account, { cancels_at: null, next: json({ slug, interval, seats }) })
        }
        case 'STAY':
          return change(account, { cancels_at: null, next: null })
        case 'CANCEL':
          return change(account, { cancels_at: account.period_end, next: null })
      }
    },
    addMethod: async ({ team_id }) => ({
      client_secret: null,
      publishable_key: null,
      settle: addMethod(team_id),
    }),
    // there is one only, and it is chosen
    chooseMethod: async () => async () => {},
    removeMethod:
      async ({ team_id }, methodId) =>
      async (tx) => {
        await tx
          .deleteFrom('payment_methods')
          .where('team_id', '=', team_id)
          .where('payment_method_id', '=', methodId)
          .execute()
      },
    changeInfo: async () => async () => {},
    pdf: null,
    close: async () => async () => {},
    refresh: async () => async () => {},
    companyOf: null,
  }
}
