import type { SignupCode } from '@plumbline/contract/billing/signup-codes'
import { expect, test } from 'vitest'
import { formatCodeTerms } from './code-terms.ts'
import { englishBillingText } from './text.ts'

const code: SignupCode = {
  id: '0a6e3c1e-6a55-4f0e-9a5e-1d8f4f0a1b2c',
  code: 'BETON-2027',
  partner_name: 'Baumesse',
  plan_slug: 'business',
  trial_days: 90,
  discount_percent: 20,
  max_redemptions: null,
  redeemed: 3,
  expires_at: null,
}

test('The terms of a sign-up code name only its trial, plan and discount that are not zero', () => {
  expect(formatCodeTerms(code, englishBillingText)).toBe(
    'Baumesse gives you Business free for 90 days, then 20% off every invoice.',
  )
  expect(formatCodeTerms({ ...code, discount_percent: 0 }, englishBillingText)).toBe(
    'Baumesse gives you Business free for 90 days.',
  )
  expect(formatCodeTerms({ ...code, trial_days: 0 }, englishBillingText)).toBe(
    'Baumesse gives you 20% off every invoice.',
  )
})
