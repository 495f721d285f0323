import type { Invoice, InvoiceLine } from '@plumbline/contract/billing/billing'
import type { Currency } from '@plumbline/contract/billing/plans'
import type Stripe from 'stripe'
import type { Facts } from '../provider.ts'
import { type Catalogue, planOfProduct } from './catalogue.ts'
import { idOf, instant, instantOrNull } from './client.ts'

/** Stripe's invoices, and previews of such, in the shape of the contract. */

type Sums = Pick<
  Invoice,
  'currency' | 'lines' | 'subtotal' | 'tax_percent' | 'reverse_charge' | 'tax' | 'total'
>

const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  (parent?.subscription_item_details ?? parent?.invoice_item_details)?.proration === true

/** One line: what is given back for time that is not used, or seats. */
function lineOf(line: Stripe.InvoiceLineItem): InvoiceLine {
  const unit = line.pricing?.unit_amount_decimal ?? null
  return {
    kind: isProration(line) && line.amount < 0 ? 'UNUSED' : 'SEATS',
    slug: planOfProduct(line.pricing?.price_details?.product ?? ''),
    quantity: line.quantity ?? 1,
    unit_amount: unit === null ? null : Number(unit),
    amount: line.amount,
    from: instant(line.period.start),
    until: instant(line.period.end),
  }
}

const extra = (kind: 'DISCOUNT' | 'BALANCE', amount: number): InvoiceLine[] =>
  amount === 0 ? [] : [{ kind, slug: null, quantity: 1, unit_amount: null, amount, from: null, until: null }]

const sumOf = (parts: { amount: number }[] | null): number =>
  (parts ?? []).reduce((sum, { amount }) => sum + amount, 0)

/** What the lines are taxed with; null when they are not. */
async function taxPercentOf({ total_taxes }: Stripe.Invoice, catalogue: Catalogue): Promise<number | null> {
  const rate = total_taxes?.find((tax) => tax.tax_rate_details)?.tax_rate_details?.tax_rate
  return rate ? catalogue.taxPercent(rate) : null
}

/**
 * Lines, discount and what is set off against a balance add up to the subtotal, with the tax to the total: what is to
 * be paid.
 */
export async function sumsOf(invoice: Stripe.Invoice, catalogue: Catalogue): Promise<Sums> {
  const tax = sumOf(invoice.total_taxes)
  const lines = [
    ...invoice.lines.data.map(lineOf),
    ...extra('DISCOUNT', -sumOf(invoice.total_discount_amounts)),
    ...extra('BALANCE', invoice.amount_due - invoice.total),
  ]
  return {
    currency: invoice.currency.toUpperCase() as Currency,
    lines,
    subtotal: sumOf(lines),
    tax_percent: await taxPercentOf(invoice, catalogue),
    reverse_charge: invoice.customer_tax_exempt === 'reverse',
    tax,
    total: invoice.amount_due,
  }
}

const states: Record<string, Invoice['state']> = {
  open: 'OPEN',
  paid: 'PAID',
  void: 'VOID',
  uncollectible: 'UNCOLLECTIBLE',
}

/** An invoice that was issued; null of a draft. */
export async function invoiceFact(
  invoice: Stripe.Invoice,
  catalogue: Catalogue,
): Promise<Facts['invoices'][number] | null> {
  const state = states[invoice.status ?? '']
  if (!state) return null
  const { finalized_at, paid_at } = invoice.status_transitions
  return {
    ...(await sumsOf(invoice, catalogue)),
    provider_id: invoice.id,
    number: invoice.number,
    state,
    issued_at: instantOrNull(finalized_at),
    due_at: instantOrNull(invoice.due_date),
    paid_at: instantOrNull(paid_at),
  }
}

/** The payments that were tried for an invoice, by their ids. */
export const intentsOf = (invoice: Stripe.Invoice): string[] =>
  (invoice.payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? [])
