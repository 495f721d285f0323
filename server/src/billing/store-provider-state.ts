import { randomUUIDv7 } from 'node:crypto'
import { type Tx, toJsonb } from '../db/database.ts'
import type { BillingAccount, ProviderState, ResultWriter } from './provider.ts'

/** Writes the full state of a remote provider into our tables; writing the same state again changes nothing. */

type StateOwner = Pick<BillingAccount, 'team_id' | 'locale'>

/** Stores a started, changed or ended subscription. Our own trial continues until a first payment. */
async function storeSubscription(tx: Tx, { team_id }: StateOwner, facts: ProviderState): Promise<void> {
  const { subscription, customer_id, confirm, upcoming, ended_at } = facts
  const row = tx.updateTable('subscriptions').where('team_id', '=', team_id)
  const links = {
    customer_id,
    subscription_id: subscription?.subscription_id ?? null,
    confirm: confirm && toJsonb(confirm),
    upcoming: upcoming && toJsonb(upcoming),
  }
  if (subscription) {
    const { terms, next, past_due_since, period_start, period_end, cancels_at } = subscription
    await row
      .set({
        ...links,
        ...terms,
        period_start,
        period_end,
        cancels_at,
        next: next && toJsonb({ slug: next.slug, interval: next.interval, seats: next.seats }),
        unpaid_at: past_due_since,
        trial_ends_at: null,
        ended_at: null,
      })
      .execute()
    return
  }
  // running in our row, but ended at the provider; one that this server invoiced has never been there
  await row
    .set({ ended_at: ended_at ?? undefined, next: null, unpaid_at: null })
    .where('subscription_id', 'is not', null)
    .where('period_start', 'is not', null)
    .where('ended_at', 'is', null)
    .execute()
  await row.set(links).execute()
}

async function storeMethods(tx: Tx, { team_id }: StateOwner, { methods }: ProviderState): Promise<void> {
  await tx.deleteFrom('payment_methods').where('team_id', '=', team_id).execute()
  if (methods.length > 0)
    await tx
      .insertInto('payment_methods')
      .values(methods.map((method) => ({ ...method, team_id })))
      .execute()
}

async function storeInvoices(
  tx: Tx,
  { team_id, locale }: StateOwner,
  { invoices }: ProviderState,
): Promise<void> {
  for (const { lines, ...invoice } of invoices) {
    const values = { ...invoice, lines: toJsonb(lines) }
    await tx
      .insertInto('invoices')
      .values({ ...values, id: randomUUIDv7(), team_id, provider: 'stripe', locale })
      .onConflict((conflict) =>
        conflict.column('provider_id').doUpdateSet(values).where('invoices.team_id', '=', team_id),
      )
      .execute()
  }
}

async function storePayments(tx: Tx, { team_id }: StateOwner, { payments }: ProviderState): Promise<void> {
  for (const { invoice, ...payment } of payments) {
    const invoiceRow = invoice
      ? await tx
          .selectFrom('invoices')
          .select('id')
          .where('provider_id', '=', invoice)
          .where('team_id', '=', team_id)
          .executeTakeFirst()
      : undefined
    const values = { ...payment, invoice_id: invoiceRow?.id ?? null }
    await tx
      .insertInto('payments')
      .values({ ...values, id: randomUUIDv7(), team_id })
      .onConflict((conflict) =>
        conflict.column('provider_id').doUpdateSet(values).where('payments.team_id', '=', team_id),
      )
      .execute()
  }
}

export const buildStateWriter =
  (keys: StateOwner, facts: ProviderState): ResultWriter =>
  async (tx) => {
    await storeSubscription(tx, keys, facts)
    await storeMethods(tx, keys, facts)
    await storeInvoices(tx, keys, facts)
    await storePayments(tx, keys, facts)
  }
