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

/** Estimates a change by Stripe's invoice previews, which use the computation of the real charge. */

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

/** End of the period that the seat lines cover. */
function getPeriodEnd(lines: ChangeEstimate['lines']): string | null {
  const ends = lines.flatMap(({ kind, until }) => (kind === 'SEATS' && until ? [until] : []))
  return ends.sort().at(-1) ?? null
}

const buildCancelEstimate = ({ currency }: SubscriptionTerms, starts_at: string): ChangeEstimate => ({
  currency,
  lines: [],
  subtotal: 0,
  tax_percent: null,
  reverse_charge: false,
  tax: 0,
  total: 0,
  due_now: 0,
  starts_at,
  per_period: 0,
  next_charge_at: null,
})

export async function estimateStripeChange(
  connection: StripeConnection,
  account: BillingAccount,
  change: SubscriptionChange,
): Promise<ChangeEstimate> {
  const { api, catalogue } = connection
  const fetchPreview = (preview: PreviewParams) => api.invoices.createPreview(preview)
  if (change.kind === 'START') {
    const invoice = await fetchPreview(await buildStartPreview(connection, account, change.terms))
    const sums = await convertInvoiceSums(invoice, catalogue)
    return {
      ...sums,
      due_now: invoice.amount_due,
      starts_at: account.now.toISOString(),
      per_period: invoice.total,
      next_charge_at: getPeriodEnd(sums.lines),
    }
  }
  const terms = change.kind === 'NOW' || change.kind === 'NEXT' ? change.terms : account.terms
  if (!terms) throw new Refusal('wrong_state')
  const starts_at = account.period_end ?? account.now.toISOString()
  if (change.kind === 'CANCEL') return buildCancelEstimate(terms, starts_at)
  const { now, later } = await buildChangePreviews(connection, account, terms)
  const recurring = await fetchPreview(later)
  if (change.kind !== 'NOW')
    return {
      ...(await convertInvoiceSums(recurring, catalogue)),
      due_now: 0,
      starts_at,
      per_period: recurring.total,
      next_charge_at: account.period_end,
    }
  const invoice = await fetchPreview(now)
  const sums = await convertInvoiceSums(invoice, catalogue)
  return {
    ...sums,
    due_now: invoice.amount_due,
    starts_at: account.now.toISOString(),
    per_period: recurring.total,
    next_charge_at: getPeriodEnd(sums.lines),
  }
}
