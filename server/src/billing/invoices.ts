import { randomUUIDv7 } from 'node:crypto'
import { BANK_TRANSFER, type BillingInfo } from '@plumbline/contract/billing/billing'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { type Tx, toJsonb } from '../db/database.ts'
import type { InvoiceSums } from './charges.ts'
import { DAY_MS } from './rules.ts'

/** Invoices of the built-in provider. The billing schedule mails them, and draws their PDFs outside of transactions. */

/**
 * Reserves the next invoice number of the UTC year. The counter row stays locked until the transaction ends, and a
 * rollback frees the number again, so numbers have no gaps.
 */
async function reserveInvoiceNumber(tx: Tx, now: Date): Promise<string> {
  const year = now.getUTCFullYear()
  const { last } = await tx
    .insertInto('invoice_numbers')
    .values({ year, last: 1 })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last: sql`invoice_numbers.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return `${year}-${String(last).padStart(6, '0')}`
}

export interface NewInvoice {
  team_id: string
  info: BillingInfo
  locale: string
  sums: InvoiceSums
  now: Date
}

/** Issues an invoice with its expected payment; an invoice of zero is paid at once. */
export async function issueInvoice(
  tx: Tx,
  billing: Config['billing'],
  { team_id, info, locale, sums, now }: NewInvoice,
): Promise<void> {
  const id = randomUUIDv7()
  const { email: _, ...buyer } = info
  const at = now.toISOString()
  const isFree = sums.total === 0
  await tx
    .insertInto('invoices')
    .values({
      ...sums,
      id,
      team_id,
      locale,
      provider: 'builtin',
      number: await reserveInvoiceNumber(tx, now),
      lines: toJsonb(sums.lines),
      seller: toJsonb(billing.seller),
      buyer: toJsonb(buyer),
      state: isFree ? 'PAID' : 'OPEN',
      paid_at: isFree ? at : null,
      issued_at: at,
      due_at: new Date(now.getTime() + billing.dueDays * DAY_MS).toISOString(),
    })
    .execute()
  if (isFree) return
  const payment = { team_id, invoice_id: id, at, amount: sums.total, currency: sums.currency }
  await tx
    .insertInto('payments')
    .values({ ...payment, id: randomUUIDv7(), state: 'PENDING', method: BANK_TRANSFER })
    .execute()
}

/** The earliest due date among the company's open invoices; null without one. */
export const selectUnpaidSince = (teamId: string) => sql<string | null>`(select min(due_at) from invoices
  where team_id = ${teamId} and provider = 'builtin' and state = 'OPEN')`
