import { BANK_TRANSFER, CARD_NAME, type PaymentMethod } from '@plumbline/contract/billing/billing'
import type { BillingText } from './text.ts'

/** The label of a payment method, such as `Visa •••• 4242`; payment by invoice is named in the person's language. */
export function formatPaymentMethod({ kind, brand, last4 }: PaymentMethod, text: BillingText): string {
  if (kind === 'INVOICE') return text.byInvoice
  return last4 ? `${brand} •••• ${last4}` : brand
}

/** The method of a payment: a brand with its last digits, or one of the server's own names in the user's language. */
export function formatMethodName(method: string, text: BillingText): string {
  if (method === BANK_TRANSFER) return text.bankTransfer
  return method === CARD_NAME ? text.card : method
}
