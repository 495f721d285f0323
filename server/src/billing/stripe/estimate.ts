import type Stripe from 'stripe'
import { Refusal } from '../../http/refusal.ts'
import type { Account, Order, Quote, Terms } from '../provider.ts'
import type { Connection } from './client.ts'
import { sumsOf } from './invoice-shape.ts'
import { billing_mode, prorationDate } from './orders.ts'
import { itemOf, partsOf, present, priceFor } from './subscription.ts'

/** What an order would cost, by Stripe's own previews: the computation that charges, without the charge. */

type Preview = Stripe.InvoiceCreatePreviewParams

async function previewOfStart(connection: Connection, account: Account, terms: Terms): Promise<Preview> {
  const { price, discounts, default_tax_rates } = await partsOf(connection, account, terms)
  const { info, customer_id } = account
  return {
    ...(customer_id ? { customer: customer_id } : {}),
    customer_details: {
      ...(info.country ? { address: { country: info.country } } : {}),
      tax_exempt: connection.taxOf(info).reverse_charge ? 'reverse' : 'none',
    },
    currency: terms.currency.toLowerCase(),
    ...(discounts.length > 0 ? { discounts } : {}),
    subscription_details: {
      billing_mode,
      items: [{ price, quantity: terms.seats }],
      ...(default_tax_rates.length > 0 ? { default_tax_rates } : {}),
    },
  }
}

async function previewOfChange(
  connection: Connection,
  account: Account,
  terms: Terms,
): Promise<{ now: Preview; later: Preview }> {
  const subscription = await present(connection, account)
  const price = await priceFor(connection, subscription, terms)
  const items = [{ id: itemOf(subscription).id, price, quantity: terms.seats }]
  return {
    now: {
      subscription: subscription.id,
      subscription_details: {
        items,
        proration_behavior: 'always_invoice',
        proration_date: prorationDate(account),
      },
    },
    later: {
      subscription: subscription.id,
      preview_mode: 'recurring',
      subscription_details: { items, proration_behavior: 'none' },
    },
  }
}

/** When the period ends that the lines begin. */
function endOf(lines: Quote['lines']): string | null {
  const ends = lines.flatMap(({ kind, until }) => (kind === 'SEATS' && until ? [until] : []))
  return ends.sort().at(-1) ?? null
}

const nothingMore = ({ currency }: Terms, starts_at: string): Quote => ({
  ...{ currency, lines: [], subtotal: 0, tax_percent: null, reverse_charge: false, tax: 0, total: 0 },
  ...{ due_now: 0, starts_at, per_period: 0, next_charge_at: null },
})

export async function estimate(connection: Connection, account: Account, order: Order): Promise<Quote> {
  const { api, catalogue } = connection
  const ask = (preview: Preview) => api.invoices.createPreview(preview)
  if (order.kind === 'START') {
    const invoice = await ask(await previewOfStart(connection, account, order.terms))
    const sums = await sumsOf(invoice, catalogue)
    return {
      ...sums,
      due_now: invoice.amount_due,
      starts_at: account.now.toISOString(),
      per_period: invoice.total,
      next_charge_at: endOf(sums.lines),
    }
  }
  const terms = order.kind === 'NOW' || order.kind === 'NEXT' ? order.terms : account.terms
  if (!terms) throw new Refusal('wrong_state')
  const starts_at = account.period_end ?? account.now.toISOString()
  if (order.kind === 'CANCEL') return nothingMore(terms, starts_at)
  const { now, later } = await previewOfChange(connection, account, terms)
  const recurring = await ask(later)
  if (order.kind !== 'NOW')
    return {
      ...(await sumsOf(recurring, catalogue)),
      due_now: 0,
      starts_at,
      per_period: recurring.total,
      next_charge_at: account.period_end,
    }
  const invoice = await ask(now)
  const sums = await sumsOf(invoice, catalogue)
  return {
    ...sums,
    due_now: invoice.amount_due,
    starts_at: account.now.toISOString(),
    per_period: recurring.total,
    next_charge_at: endOf(sums.lines),
  }
}
