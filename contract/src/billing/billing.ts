import * as z from 'zod/mini'
import { Country, Email, Id, Instant, LineField, SentReason } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'
import { currencies, intervals, limitNames, MOST_SEATS, paidPlans, planSlugs } from './plans.ts'
import { billingProviders, billingHears as hears, Subscription } from './subscription.ts'

/**
 * Subscriptions, invoices and payment methods of a company. Amounts are whole minor units of their currency. Only its
 * OWNER and ADMINs read or change them. A server without billing reports the plan `self_hosted` and refuses changes as
 * `unavailable`.
 */

const Currency = z.enum(currencies)
const Interval = z.enum(intervals)
const Seats = z.int().check(z.minimum(1), z.maximum(MOST_SEATS))
/** minor units; negative for a credit */
const Amount = z.int()

const tells = ['billing.updated', 'team.updated'] as const

const choice = { slug: z.enum([...paidPlans, 'free']), currency: Currency, interval: Interval, seats: Seats }

export const startSubscription = endpoint({
  method: 'POST',
  path: '/api/team/:id/billing/subscription',
  access: 'team:ADMIN',
  secret: true,
  summary:
    'Subscribe to a plan from the free plan, a trial or an ended subscription. `free` ends a trial. If the first payment is declined, no subscription starts',
  body: z.object({
    slug: choice.slug,
    currency: Currency,
    interval: z.optional(Interval),
    /** at least the seats in use, which are also the default */
    seats: z.optional(Seats),
    custom_signup_code_id: z.optional(z.nullable(Id)),
  }),
  reply: Subscription,
  status: 201,
  refuses: ['wrong_state', 'conflict', 'payment_declined', 'link_expired', 'unavailable'],
  tells,
  example: { body: { slug: 'team', currency: 'EUR', seats: 5 } },
})

export const changeSubscription = endpoint({
  method: 'PUT',
  path: '/api/team/:id/billing/subscription',
  access: 'team:ADMIN',
  secret: true,
  summary:
    'Change plan, interval or seats, or undo a cancellation. An upgrade is charged at once, a downgrade starts with the next period',
  body: z.partial(
    z.object({
      slug: z.enum(paidPlans),
      interval: Interval,
      seats: Seats,
      /** false: undo the cancellation */
      cancel: z.literal(false),
    }),
  ),
  reply: Subscription,
  refuses: ['wrong_state', 'conflict', 'payment_declined', 'unavailable'],
  tells,
  example: { body: { seats: 12 } },
})

export const cancelSubscription = endpoint({
  method: 'DELETE',
  path: '/api/team/:id/billing/subscription',
  access: 'team:ADMIN',
  secret: true,
  summary: 'Cancel a subscription at the end of the paid period; until then the cancellation can be undone',
  reply: Subscription,
  refuses: ['wrong_state', 'unavailable'],
  tells,
})

export const extendTrial = endpoint({
  method: 'PATCH',
  path: '/api/team/:id/billing/subscription/extend',
  access: 'team:ADMIN',
  secret: true,
  summary: 'Extend a trial by 14 days, once',
  reply: Subscription,
  refuses: ['wrong_state', 'unavailable'],
  tells,
})

export const lineKinds = ['SEATS', 'UNUSED', 'DISCOUNT', 'BALANCE'] as const
export const InvoiceLine = z.object({
  kind: z.enum(lineKinds),
  /** the plan of a SEATS or UNUSED line */
  slug: z.nullable(z.enum(planSlugs)),
  quantity: z.number(),
  /** price of one seat for a whole interval; null for discounts and balances */
  unit_amount: z.nullable(Amount),
  amount: Amount,
  from: z.nullable(Instant),
  until: z.nullable(Instant),
})
export type InvoiceLine = z.output<typeof InvoiceLine>

const sums = {
  currency: Currency,
  lines: z.array(InvoiceLine),
  /** sum of the lines */
  subtotal: Amount,
  /** percent of the subtotal; null: no tax is due */
  tax_percent: z.nullable(z.number()),
  /** the buyer owes the tax to their own state (EU, article 196 of directive 2006/112/EC) */
  reverse_charge: z.boolean(),
  tax: Amount,
  total: Amount,
}

/** Costs and terms of a subscription change, computed without carrying it out. */
export const Estimate = z.object({
  ...sums,
  slug: z.enum(planSlugs),
  interval: Interval,
  seats: z.number(),
  /** charged at once; 0 if the change starts with the next period */
  due_now: Amount,
  /** when the change takes effect */
  starts_at: Instant,
  /** total of each later period */
  per_period: Amount,
  next_charge_at: z.nullable(Instant),
  /** limits of the plan that the company exceeds already: existing data stays readable, additions are refused */
  over: z.array(z.object({ limit: z.enum(limitNames), max: z.number(), used: z.number() })),
})
export type Estimate = z.output<typeof Estimate>

export const estimateSubscription = endpoint({
  method: 'POST',
  path: '/api/team/:id/billing/subscription/payment',
  access: 'team:ADMIN',
  summary: 'Estimate what a plan costs now and per period, without subscribing',
  body: z.object({
    slug: choice.slug,
    currency: z.optional(Currency),
    interval: z.optional(Interval),
    seats: z.optional(Seats),
    custom_signup_code_id: z.optional(z.nullable(Id)),
  }),
  reply: Estimate,
  refuses: ['wrong_state', 'conflict', 'link_expired', 'unavailable'],
  example: { body: { slug: 'business', currency: 'EUR', interval: 'YEAR', seats: 12 } },
})

/** Names of payment methods without a brand and number; clients translate them. */
export const BANK_TRANSFER = 'Bank transfer'
export const CARD_NAME = 'Card'

export const paymentStates = ['PENDING', 'PAID', 'FAILED', 'REFUNDED'] as const
export const Payment = z.object({
  id: Id,
  invoice_id: z.nullable(Id),
  invoice_number: z.nullable(z.string()),
  at: Instant,
  amount: Amount,
  currency: Currency,
  state: z.enum(paymentStates),
  /** `Visa •••• 4242`, `Bank transfer` or `Card` */
  method: z.string(),
  /** why the payment failed, as text for the customer */
  problem: z.nullable(z.string()),
  /** the same as a code */
  problem_reason: z.nullable(SentReason),
})
export type Payment = z.output<typeof Payment>

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/team/:id/billing/subscription/payment',
  access: 'team:ADMIN',
  summary: 'List the payments of a company, newest first',
  reply: z.array(Payment),
  hears,
})

export const invoiceStates = ['OPEN', 'PAID', 'VOID', 'UNCOLLECTIBLE'] as const
export const Invoice = z.object({
  ...sums,
  id: Id,
  /** consecutive within a year of the seller, without gaps; null for an upcoming invoice */
  number: z.nullable(z.string()),
  state: z.enum(invoiceStates),
  issued_at: z.nullable(Instant),
  due_at: z.nullable(Instant),
  paid_at: z.nullable(Instant),
})
export type Invoice = z.output<typeof Invoice>

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/team/:id/billing/invoice',
  access: 'team:ADMIN',
  summary: 'List the invoices of a company, newest first',
  reply: z.array(Invoice),
  hears,
})

export const getInvoicePdf = endpoint({
  method: 'GET',
  path: '/api/team/:id/billing/invoice/:invoiceId/pdf',
  access: 'team:ADMIN',
  summary: 'Download an invoice as PDF',
  reply: bytes('application/pdf'),
  refuses: ['not_found'],
})

export const getUpcomingInvoice = endpoint({
  method: 'GET',
  path: '/api/team/:id/billing/invoice/upcoming',
  access: 'team:ADMIN',
  summary: 'Preview the next invoice; nothing if none will follow',
  reply: z.nullable(Invoice),
  null_is_204: true,
  hears,
})

export const Price = z.object({
  slug: z.enum(paidPlans),
  currency: Currency,
  interval: Interval,
  /** price of one seat, before tax */
  unit_amount: Amount,
})

export const getPrices = endpoint({
  method: 'GET',
  path: '/api/team/:id/billing/price',
  access: 'team:ADMIN',
  summary: 'List the seat prices by plan, currency and interval',
  reply: z.array(Price),
  // a role change may end the access to prices
  hears: ['team.updated'],
})

export const listCurrencies = endpoint({
  method: 'GET',
  path: '/api/billing/currency',
  access: 'user',
  summary: 'List the supported currencies with the number of digits of their minor unit',
  reply: z.array(z.object({ code: Currency, name: z.string(), minor_digits: z.number() })),
})

const infoFields = {
  name: LineField(1, 200),
  /** invoices are mailed to this address */
  email: Email,
  address: LineField(0, 300),
  postal_code: LineField(0, 20),
  city: LineField(0, 120),
  country: z.nullable(Country),
  /** VAT number with country prefix, `DE123456789`; its format and check digits are validated */
  tax_id: z.nullable(z.string().check(z.regex(/^[A-Z]{2}[0-9A-Z+*.]{2,14}$/))),
}
export const BillingInfo = z.object(infoFields)
export type BillingInfo = z.output<typeof BillingInfo>

export const getBillingInfo = endpoint({
  method: 'GET',
  path: '/api/team/:id/billing/info',
  access: 'team:ADMIN',
  summary: 'Get the billing address of a company',
  reply: BillingInfo,
  // defaults to the company's name and its owner's e-mail address
  hears: ['billing.updated', 'team.updated', 'user.updated'],
})

export const updateBillingInfo = endpoint({
  method: 'PUT',
  path: '/api/team/:id/billing/info',
  access: 'team:ADMIN',
  summary: 'Update the billing address, starting with the next invoice',
  body: BillingInfo,
  reply: BillingInfo,
  tells: ['billing.updated'],
  example: {
    body: {
      name: 'Okafor Bau GmbH',
      email: 'invoices@example.com',
      address: 'Lindenallee 12',
      postal_code: '80331',
      city: 'München',
      country: 'DE',
      tax_id: null,
    },
  },
})

export const PaymentMethod = z.object({
  /** id assigned by the payment provider */
  payment_method_id: z.string(),
  kind: z.enum(['CARD', 'SEPA_DEBIT', 'INVOICE']),
  /** `Visa`, `Bank transfer` */
  brand: z.string(),
  last4: z.nullable(z.string()),
  /** `2028-04`; null: never */
  expires: z.nullable(z.string()),
  is_default: z.boolean(),
})
export type PaymentMethod = z.output<typeof PaymentMethod>

export const listPaymentMethods = endpoint({
  method: 'GET',
  path: '/api/team/:id/billing/payment_method',
  access: 'team:ADMIN',
  summary: 'List the payment methods of a company',
  reply: z.array(PaymentMethod),
  hears: ['billing.updated', 'team.updated'],
})

export const addPaymentMethod = endpoint({
  method: 'POST',
  path: '/api/team/:id/billing/payment_method',
  access: 'team:ADMIN',
  secret: true,
  summary:
    'Start adding a payment method: returns the secret for Stripe’s form in the browser, which sends card data to Stripe directly. The built-in provider adds payment by invoice at once',
  reply: z.object({
    provider: z.enum(billingProviders),
    /** for Stripe’s form; null with the built-in provider */
    client_secret: z.nullable(z.string()),
    publishable_key: z.nullable(z.string()),
  }),
  status: 201,
  refuses: ['unavailable', 'too_many_requests'],
  tells: ['billing.updated'],
})

export const choosePaymentMethod = endpoint({
  method: 'PATCH',
  path: '/api/team/:id/billing/payment_method',
  access: 'team:ADMIN',
  summary: 'Set the default payment method and, optionally, the billing address',
  body: z.object({
    payment_method_id: z.string().check(z.maxLength(200)),
    billing_info: z.optional(BillingInfo),
  }),
  reply: z.array(PaymentMethod),
  refuses: ['not_found', 'unavailable'],
  tells: ['billing.updated'],
  example: { body: { payment_method_id: 'pm_1' } },
})

export const removePaymentMethod = endpoint({
  method: 'DELETE',
  path: '/api/team/:id/billing/payment_method/:pmId',
  access: 'team:ADMIN',
  summary: 'Remove a payment method; the last one of a running subscription cannot be removed',
  params: z.object({ id: Id, pmId: z.string().check(z.maxLength(200)) }),
  reply: null,
  refuses: ['not_found', 'wrong_state', 'unavailable'],
  tells: ['billing.updated'],
})
