import type Stripe from 'stripe'

/** Stripe's larger reply objects: subscriptions, schedules and invoices. */

export const itemObject = (
  id: string,
  created: number,
  of: { subscription: string; price: Stripe.Price; quantity: number; start: number; end: number },
): Stripe.SubscriptionItem => ({
  ...{ id, object: 'subscription_item', billing_thresholds: null, created, current_trial: null },
  ...{ current_period_start: of.start, current_period_end: of.end, discounts: [], metadata: {} },
  // the legacy name of the price, unused here
  plan: null as never,
  ...{ price: of.price, quantity: of.quantity, subscription: of.subscription, tax_rates: [] },
})

const listOf = <T>(data: T[], url: string): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more: false,
  url,
})

export const subscriptionObject = (
  id: string,
  created: number,
  of: { customer: string; currency: string; item: Stripe.SubscriptionItem; metadata: Stripe.Metadata },
): Stripe.Subscription => ({
  ...{ id, object: 'subscription', application: null, application_fee_percent: null },
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  ...{ billing_cycle_anchor: created, billing_cycle_anchor_config: null, billing_schedules: [] },
  billing_mode: { flexible: { proration_discounts: 'itemized' }, type: 'flexible' },
  ...{ billing_thresholds: null, cancel_at: null, cancel_at_period_end: false, canceled_at: null },
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  ...{ collection_method: 'charge_automatically', created, currency: of.currency, customer: of.customer },
  ...{ customer_account: null, days_until_due: null, default_payment_method: null, default_source: null },
  ...{ default_tax_rates: [], description: null, discounts: [], ended_at: null },
  invoice_settings: {
    ...{ account_tax_ids: null, custom_fields: null, description: null, footer: null },
    issuer: { type: 'self' },
  },
  items: listOf([of.item], `/v1/subscription_items?subscription=${id}`),
  ...{ latest_invoice: null, livemode: false, managed_payments: null, metadata: of.metadata },
  ...{ next_pending_invoice_item_invoice: null, on_behalf_of: null, pause_collection: null },
  payment_settings: {
    ...{ payment_method_options: null, payment_method_types: ['card'] },
    save_default_payment_method: 'off',
  },
  ...{ pending_invoice_item_interval: null, pending_setup_intent: null, pending_update: null },
  ...{ schedule: null, start_date: created, status: 'incomplete', test_clock: null, transfer_data: null },
  ...{ trial_end: null, trial_settings: null, trial_start: null },
})

export interface Phase {
  start_date: number
  end_date: number
  price: string
  quantity: number
  coupon: string | null
  tax_rates: Stripe.TaxRate[]
}

const phaseObject = (phase: Phase, currency: string): Stripe.SubscriptionSchedule.Phase => ({
  ...{ add_invoice_items: [], application_fee_percent: null, billing_cycle_anchor: null },
  ...{ billing_thresholds: null, collection_method: null, currency, default_payment_method: null },
  ...{ default_tax_rates: phase.tax_rates, description: null },
  discounts: phase.coupon ? [{ coupon: phase.coupon, discount: null, promotion_code: null }] : [],
  ...{ end_date: phase.end_date, invoice_settings: null, metadata: {}, on_behalf_of: null },
  items: [
    {
      ...{ billing_thresholds: null, discounts: [], metadata: {}, plan: phase.price, price: phase.price },
      ...{ quantity: phase.quantity, tax_rates: [] },
    },
  ],
  ...{ proration_behavior: 'none', start_date: phase.start_date, transfer_data: null, trial_end: null },
})

export const scheduleObject = (
  id: string,
  created: number,
  of: { subscription: Stripe.Subscription; phases: Phase[] },
): Stripe.SubscriptionSchedule => ({
  ...{ id, object: 'subscription_schedule', application: null, canceled_at: null, completed_at: null },
  billing_mode: { flexible: { proration_discounts: 'itemized' }, type: 'flexible' },
  ...{ created, customer: of.subscription.customer as string, customer_account: null },
  current_phase: of.phases[0]
    ? { start_date: of.phases[0].start_date, end_date: of.phases[0].end_date }
    : null,
  default_settings: {
    ...{ application_fee_percent: null, billing_cycle_anchor: 'automatic', billing_thresholds: null },
    ...{ collection_method: 'charge_automatically', default_payment_method: null, description: null },
    invoice_settings: {
      ...{ account_tax_ids: null, custom_fields: null, days_until_due: null, description: null },
      ...{ footer: null, issuer: { type: 'self' } },
    },
    ...{ on_behalf_of: null, transfer_data: null },
  },
  ...{ end_behavior: 'release', livemode: false, metadata: {}, pause_schedules: [] },
  phases: of.phases.map((phase) => phaseObject(phase, of.subscription.currency)),
  ...{ released_at: null, released_subscription: null, status: 'active', test_clock: null },
  subscription: of.subscription.id,
})

/** The computed amounts of an invoice line. */
export interface LineAmounts {
  amount: number
  quantity: number
  price: Stripe.Price
  start: number
  end: number
  proration: boolean
  discount: number
  tax: number
}

const taxOf = (amount: number, taxable_amount: number, rate: Stripe.TaxRate) => ({
  ...{ amount, tax_behavior: 'exclusive', taxability_reason: 'standard_rated', taxable_amount },
  ...{ tax_rate_details: { tax_rate: rate.id }, type: 'tax_rate_details' as const },
})

function lineObject(
  id: string,
  invoice: string | null,
  line: LineAmounts,
  of: { subscription: Stripe.Subscription; discount: string | null; rate: Stripe.TaxRate | null },
): Stripe.InvoiceLineItem {
  const discounts = of.discount ? [{ amount: line.discount, discount: of.discount }] : []
  return {
    ...{ id, object: 'line_item', amount: line.amount, currency: of.subscription.currency },
    ...{ description: null, discount_amounts: discounts, discountable: true },
    ...{ discounts: of.discount ? [of.discount] : [], invoice, livemode: false, metadata: {} },
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        ...{ invoice_item: null, proration: line.proration, proration_details: null },
        subscription: of.subscription.id,
        subscription_item: of.subscription.items.data[0]?.id ?? '',
      },
      type: 'subscription_item_details',
    },
    period: { start: line.start, end: line.end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price.id, product: line.price.product as string },
      type: 'price_details',
      unit_amount_decimal: String(line.price.unit_amount) as never,
    },
    // Stripe sends decimals as strings
    ...{ quantity: line.quantity, quantity_decimal: String(line.quantity) as never },
    ...{ subscription: of.subscription.id, subtotal: line.amount },
    taxes: of.rate ? [taxOf(line.tax, line.amount - line.discount, of.rate)] : [],
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

export function invoiceObject(
  id: string,
  created: number,
  of: {
    customer: Stripe.Customer
    subscription: Stripe.Subscription
    lines: LineAmounts[]
    discount: string | null
    rate: Stripe.TaxRate | null
    reason: Stripe.Invoice.BillingReason
    lineId: () => string
    /** customer credit used; negative: credit added */
    balanceUsed: number
  },
): Stripe.Invoice {
  const { customer, subscription, lines, rate } = of
  const subtotal = sum(lines.map(({ amount }) => amount))
  const discounted = sum(lines.map(({ discount }) => discount))
  const tax = sum(lines.map((line) => line.tax))
  const total = subtotal - discounted + tax
  const amount_due = total - of.balanceUsed
  return {
    ...{ id, object: 'invoice', account_country: 'DE', account_name: 'Plumbline', account_tax_ids: null },
    ...{ amount_due, amount_overpaid: 0, amount_paid: 0, amount_remaining: amount_due },
    ...{ amount_shipping: 0, application: null, attempt_count: 0, attempted: false, auto_advance: true },
    automatic_tax: {
      ...{ disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    },
    ...{ automatically_finalizes_at: null, billing_reason: of.reason, created },
    ...{ collection_method: 'charge_automatically', currency: subscription.currency, custom_fields: null },
    ...{ customer: customer.id, customer_account: null, customer_address: customer.address ?? null },
    ...{ customer_email: customer.email, customer_name: customer.name ?? null, customer_phone: null },
    ...{ customer_shipping: null, customer_tax_exempt: customer.tax_exempt ?? 'none', customer_tax_ids: [] },
    ...{ default_payment_method: null, default_source: null, default_tax_rates: rate ? [rate] : [] },
    ...{ description: null, discounts: of.discount ? [of.discount] : [], due_date: null },
    ...{ effective_at: null, ending_balance: null, footer: null, from_invoice: null },
    ...{ hosted_invoice_url: null, invoice_pdf: null, issuer: { type: 'self' }, latest_revision: null },
    last_finalization_error: null,
    lines: listOf(
      lines.map((line) => lineObject(of.lineId(), id, line, { ...of, subscription })),
      `/v1/invoices/${id}/lines`,
    ),
    ...{ livemode: false, metadata: {}, next_payment_attempt: null, number: null, on_behalf_of: null },
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: {
      ...{ default_mandate: null, payment_method_options: null, payment_method_types: ['card'] },
    },
    payments: listOf([], `/v1/invoice_payments?invoice=${id}`),
    ...{ period_start: created, period_end: created, post_payment_credit_notes_amount: 0 },
    ...{ pre_payment_credit_notes_amount: 0, receipt_number: null, rendering: null, shipping_cost: null },
    ...{ shipping_details: null, starting_balance: 0, statement_descriptor: null, status: 'draft' },
    status_transitions: {
      ...{ finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    },
    ...{ subtotal, subtotal_excluding_tax: subtotal, test_clock: null, total },
    total_discount_amounts: of.discount ? [{ amount: discounted, discount: of.discount }] : [],
    total_excluding_tax: total - tax,
    total_pretax_credit_amounts: [],
    total_taxes: rate ? [taxOf(tax, subtotal - discounted, rate)] : [],
    webhooks_delivered_at: null,
  }
}

export const invoicePaymentObject = (
  id: string,
  invoice: Stripe.Invoice,
  payment_intent: string,
): Stripe.InvoicePayment => ({
  ...{ id, object: 'invoice_payment', amount_paid: null, amount_requested: invoice.amount_due },
  ...{ created: invoice.created, currency: invoice.currency, invoice: invoice.id, is_default: true },
  ...{ livemode: false, payment: { payment_intent, type: 'payment_intent' }, status: 'open' },
  status_transitions: { canceled_at: null, paid_at: null },
})
