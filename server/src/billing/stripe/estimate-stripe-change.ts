import type Stripe from 'stripe'
import { Refusal } from '../../http/refusal.ts'
import type { BillingAccount, ChangeEstimate, SubscriptionChange, SubscriptionTerms } from '../provider.ts'
import { billing_mode, computeProrationDate } from './carry-out-stripe-change.ts'
import type { StripeConnection } from './client.ts'
import { convertInvoiceSums } from './convert-invoice.ts'
import {
  buildSubscriptionParts,
  choosePriceId,
  fetchLiveSubscription,
  getSubscriptionItem,
} from './subscription.ts'

/** What an order would cost, by Stripe's own previews: the computation that charges, without the charge. */

type PreviewParams = Stripe.InvoiceCreatePreviewParams

async function buildStartPreview(
  connection: StripeConnection,
  account: BillingAccount,
  terms: SubscriptionTerms,
): Promise<PreviewParams> {
  const { price, discounts, default_tax_rates } = await buildSubscriptionParts(connection, account, terms)
  const { info, customer_id } = account
  return {
    ...(customer_id ? { customer: customer_id } : {}),
    customer_details: {
      ...(info.country ? { address: { country: info.country } } : {}),
      tax_exempt: connection.computeTax(info).reverse_charge ? 'reverse' : 'none',
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

async function buildChangePreviews(
  connection: StripeConnection,
  account: BillingAccount,
  terms: SubscriptionTerms,
): Promise<{ now: PreviewParams; later: PreviewParams }> {
  const subscription = await fetchLiveSubscription(connection, account)
  const price = await choosePriceId(connection, subscription, terms)
  const items = [{ id: getSubscriptionItem(subscription).id, price, quantity: terms.seats }]
  return {
    now: {
      subscription: subscription.id,
      subscription_details: {
        items,
        proration_behavior: 'always_invoice',
        proration_date: computeProrationDate(account),
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
function getPeriodEnd(lines: ChangeEstimate['lines']): string | null {
  const ends = lines.flatMap(({ kind, until }) => (kind === 'SEATS' && until ? [until] : []))
  return ends.sort().at(-1) ?? null
}

const buildCancelEstimate = ({ currency }: SubscriptionTerms, starts_at: string): ChangeEstimate => ({
  ...{ currency, lines: [], subtotal: 0, tax_percent: null, reverse_charge: false, tax: 0, total: 0 },
  ...{ due_now: 0, starts_at, per_period: 0, next_charge_at: null },
})

export async function estimateStripeChange(
  connection: StripeConnection,
  account: BillingAccount,
  order: SubscriptionChange,
): Promise<ChangeEstimate> {
  const { api, catalogue } = connection
  const ask = (preview: PreviewParams) => api.invoices.createPreview(preview)
  if (order.kind === 'START') {
    const invoice = await ask(await buildStartPreview(connection, account, order.terms))
    const sums = await convertInvoiceSums(invoice, catalogue)
    return {
      ...sums,
      due_now: invoice.amount_due,
      starts_at: account.now.toISOString(),
      per_period: invoice.total,
      next_charge_at: getPeriodEnd(sums.lines),
    }
  }
  const terms = order.kind === 'NOW' || order.kind === 'NEXT' ? order.terms : account.terms
  if (!terms) throw new Refusal('wrong_state')
  const starts_at = account.period_end ?? account.now.toISOString()
  if (order.kind === 'CANCEL') return buildCancelEstimate(terms, starts_at)
  const { now, later } = await buildChangePreviews(connection, account, terms)
  const recurring = await ask(later)
  if (order.kind !== 'NOW')
    return {
      ...(await convertInvoiceSums(recurring, catalogue)),
      due_now: 0,
      starts_at,
      per_period: recurring.total,
      next_charge_at: account.period_end,
    }
  const invoice = await ask(now)
  const sums = await convertInvoiceSums(invoice, catalogue)
  return {
    ...sums,
    due_now: invoice.amount_due,
    starts_at: account.now.toISOString(),
    per_period: recurring.total,
    next_charge_at: getPeriodEnd(sums.lines),
  }
}
