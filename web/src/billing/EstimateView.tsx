import type { Estimate, InvoiceLine } from '@plumbline/contract/billing/billing'
import type { Currency } from '@plumbline/contract/billing/plans'
import { Banner } from '../ui/Banner.tsx'
import { cx } from '../ui/cx.ts'
import { longDate } from '../users/dates.ts'
import { formatAmount, formatNumber, formatPercent, formatStorage } from './money.ts'
import { type BillingText, useBillingText } from './text.ts'

/** The label of a line of an estimate or invoice. */
function formatLine({ kind, slug, quantity, from, until }: InvoiceLine, text: BillingText): string {
  const words = text.lines[kind](text.seatCount(quantity), slug ? text.plans[slug] : '')
  return from && until ? `${words}, ${text.fromUntil(longDate(from), longDate(until))}` : words
}

function Row(props: { name: string; amount: number; currency: Currency; strong?: boolean }) {
  return (
    <tr className={props.strong ? 'border-line border-t font-semibold' : 'font-normal'}>
      <th scope="row" className="py-1 pe-4 text-start [font-weight:inherit] [overflow-wrap:anywhere]">
        {props.name}
      </th>
      <td className="whitespace-nowrap py-1 text-end align-top tabular-nums">
        {formatAmount(props.amount, props.currency)}
      </td>
    </tr>
  )
}

/** An estimate line by line: due now, due per period, and the limits of the plan that the company exceeds. */
export function EstimateView({ estimate, stale }: { estimate: Estimate; stale: boolean }) {
  const text = useBillingText()
  const { currency, lines, subtotal, tax_percent, tax, due_now, per_period, reverse_charge } = estimate
  const now = due_now > 0
  const begins = longDate(estimate.starts_at)
  return (
    <section
      aria-label={text.estimate}
      aria-live="polite"
      aria-busy={stale}
      className={cx('flex flex-col gap-3', stale && 'opacity-60')}
    >
      <table className="w-full border-collapse text-13">
        <tbody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity
            <Row key={index} name={formatLine(line, text)} amount={line.amount} currency={currency} />
          ))}
          {lines.length > 1 && <Row name={text.subtotal} amount={subtotal} currency={currency} />}
          {tax_percent !== null && (
            <Row name={text.tax(formatPercent(tax_percent))} amount={tax} currency={currency} />
          )}
          <Row strong name={now ? text.dueToday : text.dueNothing} amount={due_now} currency={currency} />
        </tbody>
      </table>
      {reverse_charge && <p className="text-13 text-text-muted">{text.reverseCharge}</p>}
      {!now && estimate.next_charge_at && <p>{text.startsOn(begins)}</p>}
      {per_period > 0 && (
        <p>
          {text.thenPer[estimate.interval](
            formatAmount(per_period, currency),
            estimate.next_charge_at ? longDate(estimate.next_charge_at) : '',
          )}
        </p>
      )}
      {estimate.over.length > 0 && <ExceededLimits over={estimate.over} />}
    </section>
  )
}

function ExceededLimits({ over }: { over: Estimate['over'] }) {
  const text = useBillingText()
  const show = (limit: Estimate['over'][number]['limit'], number: number) =>
    limit === 'storage_bytes' || limit === 'file_bytes' ? formatStorage(number) : formatNumber(number)
  return (
    <Banner tone="warning">
      <p className="font-medium">{text.overTitle}</p>
      <ul className="list-disc ps-5">
        {over.map(({ limit, max, used }) => (
          <li key={limit}>{text.over[limit](show(limit, used), show(limit, max))}</li>
        ))}
      </ul>
      <p>{text.overHint}</p>
    </Banner>
  )
}
