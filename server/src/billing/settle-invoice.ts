import type { PublicCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { lockAnySubscription, syncTeamLimits } from './accounts.ts'
import { selectUnpaidSince } from './invoices.ts'

/** Invoices of the built-in provider are settled by the operator's command line only, not by the API. */

type Ctx = Pick<PublicCtx, 'tx' | 'tell' | 'now'>
type Outcome = 'PAID' | 'VOID'

async function findInvoiceByNumber(tx: Tx, number: string) {
  return tx
    .selectFrom('invoices')
    .select(['id', 'team_id'])
    .where('number', '=', number)
    .where('provider', '=', 'builtin')
    .executeTakeFirst()
}

/** Marks an open invoice as paid or void; false if no open invoice has this number. */
export async function settleInvoice(ctx: Ctx, number: string, outcome: Outcome): Promise<boolean> {
  const { tx } = ctx
  const invoice = await findInvoiceByNumber(tx, number)
  if (!invoice) return false
  const before = await lockAnySubscription(tx, invoice.team_id)
  const at = ctx.now().toISOString()
  const { numUpdatedRows } = await tx
    .updateTable('invoices')
    .set({ state: outcome, paid_at: outcome === 'PAID' ? at : null })
    .where('id', '=', invoice.id)
    .where('state', '=', 'OPEN')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  // a void invoice expects no payment
  if (outcome === 'PAID')
    await tx
      .updateTable('payments')
      .set({ state: 'PAID', at })
      .where('invoice_id', '=', invoice.id)
      .where('state', '=', 'PENDING')
      .execute()
  else await tx.deleteFrom('payments').where('invoice_id', '=', invoice.id).execute()
  await tx
    .updateTable('subscriptions')
    .set({ unpaid_at: selectUnpaidSince(invoice.team_id) })
    .where('team_id', '=', invoice.team_id)
    .execute()
  await syncTeamLimits(ctx, before)
  return true
}
