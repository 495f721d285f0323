import { reason } from '@plumbline/contract/reasons'
import type Stripe from 'stripe'
import { Refusal } from '../../http/refusal.ts'
import { getDeclineCode, type StripeConnection } from './client.ts'
import { listPaymentIntentIds } from './convert-invoice.ts'

/** Paid, waiting for confirmation by the customer, or being processed by the bank. */
const underWay = ['succeeded', 'requires_action', 'processing']

export const isPaymentUnderWay = (intent: Stripe.PaymentIntent | null): boolean =>
  intent !== null && underWay.includes(intent.status)

/** The newest payment intent of an invoice; null if nothing is due. */
export async function findPaymentIntent({ api }: StripeConnection, invoice: Stripe.Invoice | null) {
  const id = invoice ? listPaymentIntentIds(invoice).at(-1) : undefined
  return id ? api.paymentIntents.retrieve(id) : null
}

/** Voids an open invoice, so that a declined change cannot be charged later. */
export async function voidOpenInvoice(
  { api }: StripeConnection,
  invoice: Stripe.Invoice | null,
): Promise<void> {
  if (invoice?.status !== 'open') return
  try {
    await api.invoices.voidInvoice(invoice.id)
  } catch (error) {
    const current = await api.invoices.retrieve(invoice.id)
    if (current.status === 'open') throw error
  }
}

/** The refusal of a failed payment; an unanswered 3-D Secure challenge counts as `authentication_required`. */
export function buildDeclineRefusal(intent: Stripe.PaymentIntent | null): Refusal {
  const { code, decline_code } = intent?.last_payment_error ?? {}
  const isAsked = intent?.status === 'requires_action'
  const why = getDeclineCode(isAsked ? 'authentication_required' : code, decline_code)
  return new Refusal('payment_declined', reason(why))
}
