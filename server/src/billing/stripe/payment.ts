import type Stripe from 'stripe'
import { Refusal } from '../../http/refusal.ts'
import { getDeclineSentence, type StripeConnection } from './client.ts'
import { listPaymentIntentIds } from './convert-invoice.ts'

/** The payment of what was ordered: on its way, or declined and taken back. */

/** Paid, or the person or their bank has the next word. */
const underWay = ['succeeded', 'requires_action', 'processing']

export const isPaymentUnderWay = (intent: Stripe.PaymentIntent | null): boolean =>
  intent !== null && underWay.includes(intent.status)

/** The newest payment of an invoice; null when nothing is to be paid. */
export async function findPaymentIntent({ api }: StripeConnection, invoice: Stripe.Invoice | null) {
  const id = invoice ? listPaymentIntentIds(invoice).at(-1) : undefined
  return id ? api.paymentIntents.retrieve(id) : null
}

/** Takes back what is not paid: a declined order leaves nothing behind that could be charged later. */
export async function voidOpenInvoice(
  { api }: StripeConnection,
  invoice: Stripe.Invoice | null,
): Promise<void> {
  if (invoice?.status !== 'open') return
  try {
    await api.invoices.voidInvoice(invoice.id)
  } catch (error) {
    const now = await api.invoices.retrieve(invoice.id)
    if (now.status === 'open') throw error
  }
}

/** Why it was not paid; a question of the bank’s that is withdrawn got no answer. */
export function buildDeclineRefusal(intent: Stripe.PaymentIntent | null): Refusal {
  const { code, decline_code } = intent?.last_payment_error ?? {}
  const isAsked = intent?.status === 'requires_action'
  const message = getDeclineSentence(isAsked ? 'authentication_required' : code, decline_code)
  return new Refusal('payment_declined', { message })
}
