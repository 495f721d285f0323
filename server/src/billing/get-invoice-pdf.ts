import type * as api from '@plumbline/contract/billing/billing'
import type { BytesReply, Input, TeamCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { getBillingAccount, getSubscriptionRow } from './accounts.ts'
import type { InvoiceRow } from './draw-invoice.ts'
import { formatInvoiceFileName, renderInvoice } from './invoice-pdf.ts'
import type { BillingProvider } from './provider.ts'

/** Invoices of the built-in provider are drawn from their rows, even if another provider is active now. */
async function loadPdf(
  ctx: TeamCtx,
  provider: BillingProvider | null,
  invoice: InvoiceRow,
): Promise<Uint8Array> {
  if (invoice.provider === 'builtin') return renderInvoice(invoice, ctx.actor.user_id, ctx.http.signal)
  if (!provider?.fetchInvoicePdf || !invoice.provider_id) throw new Refusal('not_found')
  const account = await getBillingAccount(
    ctx.tx,
    await getSubscriptionRow(ctx.tx, ctx.team.team_id),
    ctx.now(),
  )
  return provider.fetchInvoicePdf(account, invoice.provider_id)
}

export const getInvoicePdf =
  (provider: BillingProvider | null) =>
  async (ctx: TeamCtx, { params }: Input<typeof api.getInvoicePdf>): Promise<BytesReply> => {
    const invoice = await ctx.tx
      .selectFrom('invoices')
      .selectAll()
      .where('id', '=', params.invoiceId)
      .where('team_id', '=', ctx.team.team_id)
      .executeTakeFirst()
    if (!invoice) throw new Refusal('not_found')
    const body = await loadPdf(ctx, provider, invoice)
    return {
      body,
      type: 'application/pdf',
      headers: { 'content-disposition': `attachment; filename="${formatInvoiceFileName(invoice)}"` },
    }
  }
