import type Stripe from 'stripe'
import { Refusal } from '../../http/refusal.ts'
import { type Connection, declineSentence } from './client.ts'
import { intentsOf } from './invoice-shape.ts'

/** The payment of what was ordered: on its way, or declined and taken back. */

/** Paid, or the person or their bank has the next word. */
const begun = ['succeeded', 'requires_action', 'processing']

export const hasBegun = (intent: Stripe.PaymentIntent | null): boolean =>
  intent !== null && begun.includes(intent.status)

/** The newest payment of an invoice; null when nothing is to be paid. */
export async function intentFor({ api }: Connection, invoice: Stripe.Invoice | null) {
  const id = invoice ? intentsOf(invoice).at(-1) : undefined
  return id ? api.paymentIntents.retrieve(id) : null
}

/** Takes back what is not paid: a declined order leaves nothing behind that could be charged later. */
export async function withdraw({ api }: Connection, invoice: Stripe.Invoice | null): Promise<void> {
  if (invoice?.status !== 'open') return
  try {
    await api.invoices.voidInvoice(invoice.id)
  } catch (error) {
    const now = await api.invoices.retrieve(invoice.id)
    if (now.status === 'open') throw error
  }
}

/** Why it was not paid; a question of the bank’s that is withdrawn got no answer. */
export function declinedBy(intent: Stripe.PaymentIntent | null): Refusal {
  const { code, decline_code } = intent?.last_payment_error ?? {}
  const isAsked = intent?.status === 'requires_action'
  const message = declineSentence(isAsked ? 'authentication_required' : code, decline_code)
  return new Refusal('payment_declined', { message })
}
