import {
  getInvoicePdf,
  getUpcomingInvoice,
  type Invoice,
  listInvoices,
  listPayments,
  type Payment,
} from '@plumbline/contract/billing/billing'
import { FileDown } from 'lucide-react'
import { urlOf } from '../api/client.ts'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead } from '../api/query.ts'
import { useReasonText } from '../api/reason-text.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { longDate } from '../users/dates.ts'
import { BillingPart } from './BillingPart.tsx'
import { formatMethodName } from './format-payment-method.ts'
import { formatAmount } from './money.ts'
import { useBillingText } from './text.ts'

const invoiceTones: Record<Invoice['state'], Tone> = {
  OPEN: 'warning',
  PAID: 'success',
  VOID: 'neutral',
  UNCOLLECTIBLE: 'danger',
}
const paymentTones: Record<Payment['state'], Tone> = {
  PENDING: 'info',
  PAID: 'success',
  FAILED: 'danger',
  REFUNDED: 'neutral',
}

/** The company's invoices and payments, with the amount of the next invoice. */
export default function InvoicesPart({ teamId }: { teamId: string }) {
  const text = useBillingText()
  return (
    <BillingPart teamId={teamId} title={text.invoices}>
      {() => (
        <>
          <Invoices teamId={teamId} />
          <Payments teamId={teamId} />
        </>
      )}
    </BillingPart>
  )
}

function Invoices({ teamId }: { teamId: string }) {
  const text = useBillingText()
  const params = { id: teamId }
  const { data, error, refetch } = useRead(listInvoices, { params }, { redirects: false })
  const { data: next } = useRead(getUpcomingInvoice, { params }, { redirects: false, silent: true })
  if (!data) return <LoadingState error={error} onRetry={() => void refetch()} />
  return (
    <Card title={text.invoices}>
      {next && (
        <p className="mb-3">
          {text.nextWillBe(formatAmount(next.total, next.currency), next.due_at ? longDate(next.due_at) : '')}
        </p>
      )}
      {data.length === 0 ? (
        <EmptyState drawing="list" title={text.noInvoices}>
          {text.noInvoicesHint}
        </EmptyState>
      ) : (
        <ul aria-label={text.invoices} className="divide-y divide-line">
          {data.map((invoice) => (
            <InvoiceRow key={invoice.id} teamId={teamId} invoice={invoice} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const line = 'flex flex-wrap items-center gap-x-4 gap-y-1 py-2'

function InvoiceRow({ teamId, invoice }: { teamId: string; invoice: Invoice }) {
  const text = useBillingText()
  const { id, number, state, issued_at, due_at, total, currency } = invoice
  const params = { id: teamId, invoiceId: id }
  return (
    <li className={line}>
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-mono text-12">{number ?? '–'}</p>
        <p className="text-13 text-text-muted tabular-nums">
          {issued_at && longDate(issued_at)}
          {state === 'OPEN' && due_at && ` · ${text.dueOn(longDate(due_at))}`}
        </p>
      </div>
      <Badge tone={invoiceTones[state]}>{text.invoiceStates[state]}</Badge>
      <span className="ms-auto tabular-nums">{formatAmount(total, currency)}</span>
      {number !== null && (
        <a
          href={urlOf(getInvoicePdf, { params })}
          download={`${number}.pdf`}
          aria-label={text.pdfOf(number)}
          className="touch-target inline-flex items-center gap-1 rounded-mark text-link hover:underline"
        >
          <FileDown aria-hidden />
          PDF
        </a>
      )}
    </li>
  )
}

function Payments({ teamId }: { teamId: string }) {
  const text = useBillingText()
  const reasonText = useReasonText()
  const { data, error, refetch } = useRead(listPayments, { params: { id: teamId } }, { redirects: false })
  if (!data) return <LoadingState error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return null
  return (
    <Card title={text.payments}>
      <ul className="divide-y divide-line">
        {data.map((payment) => (
          <li key={payment.id} className={line}>
            <div className="min-w-0 flex-1 basis-48">
              <p>
                <span className="tabular-nums">{longDate(payment.at)}</span> ·{' '}
                {formatMethodName(payment.method, text)}
              </p>
              <p className="text-13 text-text-muted">
                {[
                  payment.invoice_number && text.forInvoice(payment.invoice_number),
                  reasonText({ reason: payment.problem_reason, message: payment.problem }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <Badge tone={paymentTones[payment.state]}>{text.paymentStates[payment.state]}</Badge>
            <span className="ms-auto tabular-nums">{formatAmount(payment.amount, payment.currency)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
