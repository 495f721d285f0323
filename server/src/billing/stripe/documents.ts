import { Refusal } from '../../http/refusal.ts'
import type { Account } from '../provider.ts'
import { type Connection, idOf } from './client.ts'

const MOST_BYTES = 20_000_000
const TIMEOUT_MS = 20_000
const beginsAsPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'

/** Stripe's own document of an invoice. Its address needs no sign-in, so only the bytes are handed on. */
export async function invoicePdf({ api, log }: Connection, { customer_id }: Account, id: string) {
  const invoice = await api.invoices.retrieve(id)
  if (idOf(invoice.customer) !== customer_id || !invoice.invoice_pdf) throw new Refusal('not_found')
  try {
    const response = await fetch(invoice.invoice_pdf, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (response.ok && bytes.length <= MOST_BYTES && beginsAsPdf(bytes)) return bytes
    log.warn({ invoice: id, status: response.status }, 'no invoice from Stripe')
  } catch {
    // the error would name the address
    log.warn({ invoice: id }, 'no invoice from Stripe')
  }
  throw new Refusal('unavailable')
}
