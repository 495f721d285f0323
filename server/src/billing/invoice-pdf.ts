import { buffer } from 'node:stream/consumers'
import { streamWork } from '../loop/threads.ts'
import type { InvoiceRow } from './draw-invoice.ts'

/** Draws the PDF of an invoice in a worker thread; `by` is the queue key of the caller. */
export async function renderInvoice(invoice: InvoiceRow, by: string, signal?: AbortSignal): Promise<Buffer> {
  const module = new URL('./draw-invoice.ts', import.meta.url)
  return buffer(await streamWork({ module, input: invoice, by, ...(signal ? { signal } : {}) }))
}

export const formatInvoiceFileName = ({ number }: Pick<InvoiceRow, 'number'>) => `invoice-${number}.pdf`
