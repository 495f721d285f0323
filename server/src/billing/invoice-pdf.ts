import { buffer } from 'node:stream/consumers'
import type { BytesReply, TeamCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { streamWork } from '../loop/threads.ts'
import { accountOf, readRow } from './accounts.ts'
import type { InvoiceRow } from './draw-invoice.ts'
import type { Provider } from './provider.ts'

/** The document of an invoice, drawn in a thread; `by`: who waits for it. */
export async function renderInvoice(invoice: InvoiceRow, by: string, signal?: AbortSignal): Promise<Buffer> {
  const module = new URL('./draw-invoice.ts', import.meta.url)
  return buffer(await streamWork({ module, input: invoice, by, ...(signal ? { signal } : {}) }))
}

export const fileNameOf = ({ number }: Pick<InvoiceRow, 'number'>) => `invoice-${number}.pdf`

export async function showInvoicePdf(
  ctx: TeamCtx,
  provider: Provider | null,
  invoiceId: string,
): Promise<BytesReply> {
  const { team_id } = ctx.team
  const invoice = await ctx.tx
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', invoiceId)
    .where('team_id', '=', team_id)
    .executeTakeFirst()
  if (!invoice) throw new Refusal('not_found')
  const body = await bytesOf(ctx, provider, invoice)
  return {
    body,
    type: 'application/pdf',
    headers: { 'content-disposition': `attachment; filename="${fileNameOf(invoice)}"` },
  }
}

/** Ours are written from their rows, whoever takes the money now. */
async function bytesOf(ctx: TeamCtx, provider: Provider | null, invoice: InvoiceRow): Promise<Uint8Array> {
  if (invoice.provider === 'builtin') return renderInvoice(invoice, ctx.actor.user_id, ctx.http.signal)
  if (!provider?.pdf || !invoice.provider_id) throw new Refusal('not_found')
  const account = await accountOf(ctx.tx, await readRow(ctx.tx, ctx.team.team_id), ctx.now())
  return provider.pdf(account, invoice.provider_id)
}
