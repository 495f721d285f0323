import { Refusal } from '../../http/refusal.ts'
import type { BillingAccount } from '../provider.ts'
import { getStripeId, type StripeConnection } from './client.ts'

const MAX_BYTES = 20_000_000
const TIMEOUT_MS = 20_000
const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'

/** Downloads Stripe's PDF of an invoice. Its URL needs no sign-in, so the client receives only the bytes. */
export async function fetchStripeInvoicePdf(
  { api, log }: StripeConnection,
  { customer_id }: BillingAccount,
  id: string,
) {
  const invoice = await api.invoices.retrieve(id)
  if (getStripeId(invoice.customer) !== customer_id || !invoice.invoice_pdf) throw new Refusal('not_found')
  try {
    const response = await fetch(invoice.invoice_pdf, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (response.ok && bytes.length <= MAX_BYTES && isPdf(bytes)) return bytes
    log.warn({ invoice: id, status: response.status }, 'Stripe invoice PDF is not available')
  } catch {
    // the error would contain the URL
    log.warn({ invoice: id }, 'Stripe invoice PDF is not available')
  }
  throw new Refusal('unavailable')
}
