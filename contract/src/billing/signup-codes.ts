import * as z from 'zod/mini'
import { Id, Instant } from '../fields.ts'
import { endpoint } from '../http.ts'
import { paidPlans } from './plans.ts'

/** A partner's sign-up code: plan, trial and discount for new companies. */
export const SignupCode = z.object({
  id: Id,
  code: z.string(),
  partner_name: z.string(),
  plan_slug: z.enum(paidPlans),
  trial_days: z.number(),
  /** taken off every invoice of the subscription; 0 to 100 */
  discount_percent: z.number(),
  /** null: unlimited */
  max_redemptions: z.nullable(z.number()),
  redeemed: z.number(),
  expires_at: z.nullable(Instant),
})
export type SignupCode = z.output<typeof SignupCode>

export const getSignupCode = endpoint({
  method: 'GET',
  path: '/api/custom_signup_code/:id',
  access: 'public',
  summary:
    'Get the terms of a sign-up code by the code or its id; used-up, expired and unknown codes are refused alike',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(60)) }),
  reply: SignupCode,
  refuses: ['link_expired', 'too_many_requests'],
})
