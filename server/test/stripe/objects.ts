import type Stripe from 'stripe'

/** Stripe's reply objects with every field that its specification requires; unused fields are empty. */

const made = (created: number) => ({ created, livemode: false })

export const customerObject = (id: string, created: number): Stripe.Customer => ({
  ...{ id, object: 'customer', ...made(created) },
  ...{ address: null, balance: 0, currency: null, default_source: null, delinquent: false },
  ...{ description: null, discount: null, email: null, invoice_prefix: id.slice(-8).toUpperCase() },
  invoice_settings: {
    ...{ custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  },
  ...{ metadata: {}, name: null, next_invoice_sequence: 1, phone: null, preferred_locales: [] },
  ...{ shipping: null, tax_exempt: 'none', test_clock: null },
})

export const cardObject = (
  id: string,
  created: number,
  card: { brand: string; last4: string; exp_month: number; exp_year: number },
): Stripe.PaymentMethod => ({
  ...{ id, object: 'payment_method', ...made(created) },
  allow_redisplay: 'unspecified',
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  card: {
    ...card,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    ...{ country: 'DE', display_brand: card.brand, fingerprint: 'Xt5EWLLDS7FJjR1c', funding: 'credit' },
    ...{ generated_from: null, networks: { available: [card.brand], preferred: null } },
    ...{ regulated_status: null, three_d_secure_usage: { supported: true }, wallet: null },
  },
  ...{ customer: null, customer_account: null, metadata: {}, type: 'card' },
})

export const productObject = (id: string, created: number, name: string): Stripe.Product => ({
  ...{ id, object: 'product', ...made(created), active: true, default_price: null, description: null },
  ...{ images: [], marketing_features: [], metadata: {}, name, package_dimensions: null, shippable: null },
  ...{ statement_descriptor: null, tax_code: null, tax_details: null, type: 'service', unit_label: null },
  ...{ updated: created, url: null },
})

export const priceObject = (
  id: string,
  created: number,
  price: {
    currency: string
    product: string
    unit_amount: number
    interval: string
    lookup_key: string | null
  },
): Stripe.Price => ({
  ...{ id, object: 'price', ...made(created), active: true, billing_scheme: 'per_unit' },
  ...{ currency: price.currency, custom_unit_amount: null, lookup_key: price.lookup_key, metadata: {} },
  ...{ nickname: null, product: price.product, tax_behavior: 'exclusive', tiers_mode: null },
  recurring: {
    ...{ interval: price.interval, interval_count: 1, meter: null, trial_period_days: null },
    usage_type: 'licensed',
  },
  ...{ transform_quantity: null, type: 'recurring', unit_amount: price.unit_amount },
  // Stripe sends decimals as strings
  unit_amount_decimal: String(price.unit_amount) as never,
})

export const couponObject = (id: string, created: number, percent_off: number): Stripe.Coupon => ({
  ...{ id, object: 'coupon', ...made(created), amount_off: null, currency: null, duration: 'forever' },
  ...{ duration_in_months: null, max_redemptions: null, metadata: {}, name: null, percent_off },
  ...{ redeem_by: null, times_redeemed: 0, valid: true },
})

export const discountObject = (
  id: string,
  start: number,
  coupon: string,
  of: { customer: string; subscription: string | null },
): Stripe.Discount => ({
  ...{ id, object: 'discount', checkout_session: null, customer_account: null, end: null, invoice: null },
  ...{ invoice_item: null, promotion_code: null, source: { coupon, type: 'coupon' }, start, ...of },
  subscription_item: null,
})

export const taxRateObject = (
  id: string,
  created: number,
  rate: { percentage: number; country: string | null; display_name: string; metadata: Stripe.Metadata },
): Stripe.TaxRate => ({
  ...{ id, object: 'tax_rate', ...made(created), active: true, description: null, inclusive: false },
  ...{ effective_percentage: null, flat_amount: null, jurisdiction: null, jurisdiction_level: null },
  ...{ rate_type: 'percentage', state: null, tax_type: null, ...rate },
})

export const taxIdObject = (
  id: string,
  created: number,
  taxId: { customer: string; type: string; value: string },
): Stripe.TaxId => ({
  ...{ id, object: 'tax_id', ...made(created), country: taxId.value.slice(0, 2), customer_account: null },
  owner: { customer: taxId.customer, customer_account: null, type: 'customer' },
  verification: { status: 'pending', verified_address: null, verified_name: null },
  ...taxId,
})

export const setupIntentObject = (id: string, created: number, customer: string): Stripe.SetupIntent => ({
  ...{ id, object: 'setup_intent', ...made(created), allowed_payment_method_types: ['card'] },
  ...{ application: null, automatic_payment_methods: null, cancellation_reason: null },
  ...{ client_secret: `${id}_secret_${id.slice(-6)}`, customer, description: null, flow_directions: null },
  ...{ excluded_payment_method_types: null, last_setup_error: null, latest_attempt: null, mandate: null },
  ...{ metadata: {}, next_action: null, on_behalf_of: null, payment_method: null },
  ...{ payment_method_configuration_details: null, payment_method_options: {} as never },
  ...{ payment_method_types: ['card'], single_use_mandate: null, status: 'requires_payment_method' },
  usage: 'off_session',
})

export const paymentIntentObject = (
  id: string,
  created: number,
  of: { amount: number; currency: string; customer: string },
): Stripe.PaymentIntent => ({
  ...{ id, object: 'payment_intent', ...made(created), ...of, allowed_payment_method_types: ['card'] },
  ...{ amount_capturable: 0, amount_received: 0, application: null, application_fee_amount: null },
  ...{ automatic_payment_methods: null, canceled_at: null, cancellation_reason: null },
  ...{ capture_method: 'automatic', client_secret: `${id}_secret_${id.slice(-6)}` },
  ...{ confirmation_method: 'automatic', customer_account: null, description: null },
  ...{ excluded_payment_method_types: null, last_payment_error: null, latest_charge: null },
  ...{ managed_payments: null, metadata: {}, next_action: null, on_behalf_of: null, payment_method: null },
  ...{ payment_method_configuration_details: null, payment_method_options: {} },
  ...{ payment_method_types: ['card'], payment_record: null, processing: null, receipt_email: null },
  ...{ review: null, setup_future_usage: 'off_session', shipping: null, source: null },
  ...{ statement_descriptor: null, statement_descriptor_suffix: null, status: 'requires_payment_method' },
  ...{ transfer_data: null, transfer_group: null },
})

export const chargeObject = (id: string, created: number, intent: Stripe.PaymentIntent): Stripe.Charge => ({
  ...{ id, object: 'charge', ...made(created), amount: intent.amount, amount_captured: intent.amount },
  ...{ amount_refunded: 0, application: null, application_fee: null, application_fee_amount: null },
  ...{ balance_transaction: null, calculated_statement_descriptor: 'PLUMBLINE', captured: true },
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  ...{ currency: intent.currency, customer: intent.customer as string, description: null, disputed: false },
  ...{ failure_balance_transaction: null, failure_code: null, failure_message: null, fraud_details: {} },
  ...{ metadata: {}, on_behalf_of: null, outcome: null, paid: true, payment_intent: intent.id },
  ...{ payment_method: intent.payment_method as string, payment_method_details: null },
  ...{ presentment_details: null as never, receipt_email: null, receipt_number: null, receipt_url: null },
  ...{ refunded: false, refunds: null, review: null, shipping: null, source: null, source_transfer: null },
  ...{ statement_descriptor: null, statement_descriptor_suffix: null, status: 'succeeded' },
  ...{ transfer_data: null, transfer_group: null },
})
