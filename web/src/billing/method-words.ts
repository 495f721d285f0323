import type { PaymentMethod } from '@plumbline/contract/billing/billing'
import type { BillingText } from './text.ts'

/** `Visa •••• 4242`; the built-in provider's own is said in the person's language. */
export function methodWords({ kind, brand, last4 }: PaymentMethod, text: BillingText): string {
  if (kind === 'INVOICE') return text.byInvoice
  return last4 ? `${brand} •••• ${last4}` : brand
}
