import type { Invoice, InvoiceLine } from '@plumbline/contract/billing/billing'
import type { Currency } from '@plumbline/contract/billing/plans'
import type Stripe from 'stripe'
import type { InvoiceSums } from '../charges.ts'
import type { ProviderState } from '../provider.ts'
import { findPlanByProduct, type StripeCatalogue } from './catalogue.ts'
import { formatOptionalInstant, formatStripeInstant, getStripeId } from './client.ts'

/** Converts Stripe's invoices and invoice previews to the shape of the contract. */

const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  (parent?.subscription_item_details ?? parent?.invoice_item_details)?.proration === true

/** A line of seats, or a credit for unused time. */
function convertLine(line: Stripe.InvoiceLineItem): InvoiceLine {
  const unit = line.pricing?.unit_amount_decimal ?? null
  return {
    kind: isProration(line) && line.amount < 0 ? 'UNUSED' : 'SEATS',
    slug: findPlanByProduct(line.pricing?.price_details?.product ?? ''),
    quantity: line.quantity ?? 1,
    unit_amount: unit === null ? null : Number(unit),
    amount: line.amount,
    from: formatStripeInstant(line.period.start),
    until: formatStripeInstant(line.period.end),
  }
}

const buildExtraLine = (kind: 'DISCOUNT' | 'BALANCE', amount: number): InvoiceLine[] =>
  amount === 0 ? [] : [{ kind, slug: null, quantity: 1, unit_amount: null, amount, from: null, until: null }]

const addAmounts = (parts: { amount: number }[] | null): number =>
  (parts ?? []).reduce((sum, { amount }) => sum + amount, 0)

/** Tax rate of the invoice in percent; null without tax. */
async function getTaxPercent(
  { total_taxes }: Stripe.Invoice,
  catalogue: StripeCatalogue,
): Promise<number | null> {
  const rate = total_taxes?.find((tax) => tax.tax_rate_details)?.tax_rate_details?.tax_rate
  return rate ? catalogue.getTaxPercent(rate) : null
}

/** Seat lines, discount and customer balance add up to the subtotal; plus tax they give the total, the amount due. */
export async function convertInvoiceSums(
  invoice: Stripe.Invoice,
  catalogue: StripeCatalogue,
): Promise<InvoiceSums> {
  const tax = addAmounts(invoice.total_taxes)
  const lines = [
    ...invoice.lines.data.map(convertLine),
    ...buildExtraLine('DISCOUNT', -addAmounts(invoice.total_discount_amounts)),
    ...buildExtraLine('BALANCE', invoice.amount_due - invoice.total),
  ]
  return {
    currency: invoice.currency.toUpperCase() as Currency,
    lines,
    subtotal: addAmounts(lines),
    tax_percent: await getTaxPercent(invoice, catalogue),
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

/** Converts an issued invoice; null for a draft. */
export async function convertInvoice(
  invoice: Stripe.Invoice,
  catalogue: StripeCatalogue,
): Promise<ProviderState['invoices'][number] | null> {
  const state = states[invoice.status ?? '']
  if (!state) return null
  const { finalized_at, paid_at } = invoice.status_transitions
  return {
    ...(await convertInvoiceSums(invoice, catalogue)),
    provider_id: invoice.id,
    number: invoice.number,
    state,
    issued_at: formatOptionalInstant(finalized_at),
    due_at: formatOptionalInstant(invoice.due_date),
    paid_at: formatOptionalInstant(paid_at),
  }
}

/** Ids of the payment intents of an invoice, oldest first. */
export const listPaymentIntentIds = (invoice: Stripe.Invoice): string[] =>
  (invoice.payments?.data ?? []).flatMap(({ payment }) => getStripeId(payment.payment_intent) ?? [])
