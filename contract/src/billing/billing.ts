import * as z from 'zod/mini'
import { Country, Email, Id, Instant, Line } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'
import { currencies, intervals, limitNames, MOST_SEATS, paidPlans, planSlugs } from './plans.ts'
import { SignupCode } from './signup-codes.ts'

/**
 * What a company pays for and how. Amounts are whole minor units of their currency. Only its OWNER and ADMINs see or
 * change any of it. A server without billing answers with the plan `self_hosted` and refuses changes as `unavailable`.
 */

const Currency = z.enum(currencies)
const Interval = z.enum(intervals)
const Seats = z.int().check(z.minimum(1), z.maximum(MOST_SEATS))
/** minor units; negative for what is given back */
const Amount = z.int()

export const subscriptionStatuses = ['TRIALING', 'ACTIVE', 'PAST_DUE', 'CANCELLED', 'EXPIRED'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** none: nothing is charged here; builtin: invoices that the operator marks paid; stripe: by Stripe. */
export const billingProviders = ['none', 'builtin', 'stripe'] as const

export const Subscription = z.object({
  provider: z.enum(billingProviders),
  slug: z.enum(planSlugs),
  status: z.enum(subscriptionStatuses),
  currency: Currency,
  interval: Interval,
  /** paid for; of the free and the unlimited plans 0 */
  seats: z.number(),
  /** members and pending invitations, which need a seat each */
  seats_used: z.number(),
  trial_ends_at: z.nullable(Instant),
  /** whether the trial may still be made longer */
  may_extend: z.boolean(),
  period_start: z.nullable(Instant),
  period_end: z.nullable(Instant),
  /** cancelled, and when that takes effect; null: goes on */
  cancels_at: z.nullable(Instant),
  /** what the next period begins with, when it is less than now */
  next: z.nullable(z.object({ slug: z.enum(planSlugs), interval: Interval, seats: z.number() })),
  /** PAST_DUE or EXPIRED: from then on writes are refused with 402; null: not */
  blocks_at: z.nullable(Instant),
  /** a payment that waits for the person’s confirmation (3-D Secure): nothing has changed until it is there */
  confirm: z.nullable(z.object({ client_secret: z.string(), publishable_key: z.string() })),
  code: z.nullable(z.pick(SignupCode, { id: true, code: true, partner_name: true, discount_percent: true })),
})
export type Subscription = z.output<typeof Subscription>

const hears = ['billing.updated', 'team.updated', 'invite.updated'] as const
const tells = ['billing.updated', 'team.updated'] as const

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/team/:id/billing/subscription',
  access: 'team:ADMIN',
  summary: 'What a company is subscribed to',
  reply: Subscription,
  hears,
})

const choice = { slug: z.enum([...paidPlans, 'free']), currency: Currency, interval: Interval, seats: Seats }

export const startSubscription = endpoint({
  method: 'POST',
  path: '/api/team/:id/billing/subscription',
  access: 'team:ADMIN',
  summary:
    'Subscribe to a plan: from the free one, a trial, or after the end of another. `free` ends a trial. A first payment that is declined subscribes to nothing',
  body: z.object({
    slug: choice.slug,
    currency: Currency,
    interval: z.optional(Interval),
    /** at least those in use; by default those */
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
  summary:
    'Change plan, interval or seats, or take a cancellation back. More is charged for at once, less begins with the next period',
  body: z.partial(
    z.object({
      slug: z.enum(paidPlans),
      interval: Interval,
      seats: Seats,
      /** false: goes on after all */
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
  summary: 'Let a subscription end with what is paid for; until then it can be taken back',
  reply: Subscription,
  refuses: ['wrong_state', 'unavailable'],
  tells,
})

export const extendTrial = endpoint({
  method: 'PATCH',
  path: '/api/team/:id/billing/subscription/extend',
  access: 'team:ADMIN',
  summary: 'Make a trial 14 days longer, once',
  reply: Subscription,
  refuses: ['wrong_state', 'unavailable'],
  tells,
})

export const lineKinds = ['SEATS', 'UNUSED', 'DISCOUNT', 'BALANCE'] as const
export const InvoiceLine = z.object({
  kind: z.enum(lineKinds),
  /** of SEATS and UNUSED */
  slug: z.nullable(z.enum(planSlugs)),
  quantity: z.number(),
  /** for a whole interval; null where there is none */
  unit_amount: z.nullable(Amount),
  amount: Amount,
  from: z.nullable(Instant),
  until: z.nullable(Instant),
})
export type InvoiceLine = z.output<typeof InvoiceLine>

const sums = {
  currency: Currency,
  lines: z.array(InvoiceLine),
  /** of the lines */
  subtotal: Amount,
  /** percent of the subtotal; null: none is due here */
  tax_percent: z.nullable(z.number()),
  /** the buyer owes the tax to their own state (EU, article 196 of directive 2006/112/EC) */
  reverse_charge: z.boolean(),
  tax: Amount,
  total: Amount,
}

/** What would happen, without any of it happening. */
export const Estimate = z.object({
  ...sums,
  slug: z.enum(planSlugs),
  interval: Interval,
  seats: z.number(),
  /** charged at once; 0 when it begins with the next period */
  due_now: Amount,
  /** when the change takes effect */
  starts_at: Instant,
  /** the total of each period after that */
  per_period: Amount,
  next_charge_at: z.nullable(Instant),
  /** limits of the plan that the company is over already: what is there stays readable, more is refused */
  over: z.array(z.object({ limit: z.enum(limitNames), max: z.number(), used: z.number() })),
})
export type Estimate = z.output<typeof Estimate>

export const estimateSubscription = endpoint({
  method: 'POST',
  path: '/api/team/:id/billing/subscription/payment',
  access: 'team:ADMIN',
  summary: 'What a plan would cost now and then; changes nothing',
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

export const paymentStates = ['PENDING', 'PAID', 'FAILED', 'REFUNDED'] as const
export const Payment = z.object({
  id: Id,
  invoice_id: z.nullable(Id),
  invoice_number: z.nullable(z.string()),
  at: Instant,
  amount: Amount,
  currency: Currency,
  state: z.enum(paymentStates),
  /** by what: `Visa •••• 4242`, or `Bank transfer` */
  method: z.string(),
  /** why it failed, for people */
  problem: z.nullable(z.string()),
})
export type Payment = z.output<typeof Payment>

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/team/:id/billing/subscription/payment',
  access: 'team:ADMIN',
  summary: 'Payments of a company, newest first',
  reply: z.array(Payment),
  hears,
})

export const invoiceStates = ['OPEN', 'PAID', 'VOID', 'UNCOLLECTIBLE'] as const
export const Invoice = z.object({
  ...sums,
  id: Id,
  /** without gaps in a year of the seller; null of one that is still to come */
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
  summary: 'Invoices of a company, newest first',
  reply: z.array(Invoice),
  hears,
})

export const getInvoicePdf = endpoint({
  method: 'GET',
  path: '/api/team/:id/billing/invoice/:invoiceId/pdf',
  access: 'team:ADMIN',
  summary: 'An invoice as PDF',
  reply: bytes('application/pdf'),
  refuses: ['not_found'],
})

export const getUpcomingInvoice = endpoint({
  method: 'GET',
  path: '/api/team/:id/billing/invoice/upcoming',
  access: 'team:ADMIN',
  summary: 'The next invoice as it would be now; null when none is to come',
  reply: z.nullable(Invoice),
  hears,
})

export const Price = z.object({
  slug: z.enum(paidPlans),
  currency: Currency,
  interval: Interval,
  /** of a seat, before tax */
  unit_amount: Amount,
})

export const getPrices = endpoint({
  method: 'GET',
  path: '/api/team/:id/billing/price',
  access: 'team:ADMIN',
  summary: 'What a seat costs, by plan, currency and interval',
  reply: z.array(Price),
  // who may ask
  hears: ['team.updated'],
})

export const listCurrencies = endpoint({
  method: 'GET',
  path: '/api/billing/currency',
  access: 'user',
  summary: 'Currencies that can be paid in, and how many digits their minor unit has',
  reply: z.array(z.object({ code: Currency, name: z.string(), minor_digits: z.number() })),
})

const infoFields = {
  name: Line(1, 200),
  /** invoices go there too */
  email: Email,
  address: Line(0, 300),
  postal_code: Line(0, 20),
  city: Line(0, 120),
  country: z.nullable(Country),
  /** VAT number with its country, `DE123456789`; checked for its form and check digits */
  tax_id: z.nullable(z.string().check(z.regex(/^[A-Z]{2}[0-9A-Z+*.]{2,14}$/))),
}
export const BillingInfo = z.object(infoFields)
export type BillingInfo = z.output<typeof BillingInfo>

export const getBillingInfo = endpoint({
  method: 'GET',
  path: '/api/team/:id/billing/info',
  access: 'team:ADMIN',
  summary: 'Who invoices are made out to',
  reply: BillingInfo,
  // until it is set, it is the company's name and its owner's address
  hears: ['billing.updated', 'team.updated', 'user.updated'],
})

export const updateBillingInfo = endpoint({
  method: 'PUT',
  path: '/api/team/:id/billing/info',
  access: 'team:ADMIN',
  summary: 'Change who invoices are made out to, from the next one on',
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
  /** the provider’s own */
  payment_method_id: z.string(),
  kind: z.enum(['CARD', 'SEPA_DEBIT', 'INVOICE']),
  /** `Visa`, `Bank transfer` */
  brand: z.string(),
  last4: z.nullable(z.string()),
  /** `2028-04`; null: does not expire */
  expires: z.nullable(z.string()),
  is_default: z.boolean(),
})
export type PaymentMethod = z.output<typeof PaymentMethod>

export const listPaymentMethods = endpoint({
  method: 'GET',
  path: '/api/team/:id/billing/payment_method',
  access: 'team:ADMIN',
  summary: 'How a company pays',
  reply: z.array(PaymentMethod),
  hears: ['billing.updated', 'team.updated'],
})

export const addPaymentMethod = endpoint({
  method: 'POST',
  path: '/api/team/:id/billing/payment_method',
  access: 'team:ADMIN',
  summary:
    'Begin to add a payment method: what Stripe’s own form in the browser needs, which card data goes to directly. With the built-in provider payment by invoice is added at once',
  reply: z.object({
    provider: z.enum(billingProviders),
    /** of Stripe; null with the built-in provider */
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
  summary: 'Pay with this method from now on, and change who invoices are made out to',
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
  summary: 'Remove a payment method; the last one stays while a subscription goes on',
  params: z.object({ id: Id, pmId: z.string().check(z.maxLength(200)) }),
  reply: null,
  refuses: ['not_found', 'wrong_state', 'unavailable'],
  tells: ['billing.updated'],
})
