import type { SignupCode } from '@plumbline/contract/billing/signup-codes'
import { formatPercent } from './money.ts'
import type { BillingText } from './text.ts'

/** The benefits of a sign-up code, in one sentence. */
export function formatCodeTerms(code: SignupCode, text: BillingText): string {
  const { partner_name, plan_slug, trial_days, discount_percent } = code
  const discount = discount_percent > 0 ? formatPercent(discount_percent) : ''
  return text.codeTerms(partner_name, text.plans[plan_slug], trial_days, discount)
}
