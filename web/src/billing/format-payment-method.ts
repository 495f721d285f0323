import type { PaymentMethod } from '@plumbline/contract/billing/billing'
import type { BillingText } from './text.ts'

/** The label of a payment method, such as `Visa •••• 4242`; payment by invoice is named in the person's language. */
export function formatPaymentMethod({ kind, brand, last4 }: PaymentMethod, text: BillingText): string {
  if (kind === 'INVOICE') return text.byInvoice
  return last4 ? `${brand} •••• ${last4}` : brand
}
