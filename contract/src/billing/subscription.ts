import * as z from 'zod/mini'
import { Instant } from '../fields.ts'
import { endpoint } from '../http.ts'
import { currencies, intervals, planSlugs } from './plans.ts'
import { SignupCode } from './signup-codes.ts'

/** The subscription of a company, which its OWNER and ADMINs see on every page. */

export const subscriptionStatuses = ['TRIALING', 'ACTIVE', 'PAST_DUE', 'CANCELLED', 'EXPIRED'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** none: nothing is charged; builtin: own invoices that the operator marks as paid; stripe: Stripe charges. */
export const billingProviders = ['none', 'builtin', 'stripe'] as const

export const Subscription = z.object({
  provider: z.enum(billingProviders),
  slug: z.enum(planSlugs),
  status: z.enum(subscriptionStatuses),
  currency: z.enum(currencies),
  interval: z.enum(intervals),
  /** seats that are paid for; 0 on the free and the unlimited plans */
  seats: z.number(),
  /** members plus pending invitations: each takes a seat */
  seats_used: z.number(),
  trial_ends_at: z.nullable(Instant),
  /** true while the trial has not been extended yet */
  may_extend: z.boolean(),
  period_start: z.nullable(Instant),
  period_end: z.nullable(Instant),
  /** end of a cancelled subscription; null: it renews */
  cancels_at: z.nullable(Instant),
  /** a downgrade scheduled for the next period */
  next: z.nullable(z.object({ slug: z.enum(planSlugs), interval: z.enum(intervals), seats: z.number() })),
  /** set while PAST_DUE or EXPIRED: writes are refused with 402 from this instant on */
  blocks_at: z.nullable(Instant),
  /** a payment that needs 3-D Secure: the change takes effect only after the customer confirms it */
  confirm: z.nullable(z.object({ client_secret: z.string(), publishable_key: z.string() })),
  code: z.nullable(z.pick(SignupCode, { id: true, code: true, partner_name: true, discount_percent: true })),
})
export type Subscription = z.output<typeof Subscription>

export const billingHears = ['billing.updated', 'team.updated', 'invite.updated'] as const

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/team/:id/billing/subscription',
  access: 'team:ADMIN',
  secret: true,
  summary: 'Get the subscription of a company',
  reply: Subscription,
  hears: billingHears,
})
