import { changeSubscription, extendTrial, getUpcomingInvoice } from '@plumbline/contract/billing/billing'
import { EXTENSION_DAYS } from '@plumbline/contract/billing/plans'
import type { Subscription } from '@plumbline/contract/billing/subscription'
import type { ReactNode } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import { paths } from '../base/paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Card } from '../ui/Card.tsx'
import { toast } from '../ui/toast.ts'
import { longDate } from '../users/dates.ts'
import { ConfirmPayment } from './ConfirmPayment.tsx'
import { formatAmount, formatNumber, formatPercent } from './money.ts'
import { describeSubscription, explainUnchangeable } from './subscription-summary.ts'
import { useBillingText } from './text.ts'
import { isPaid, isRunning } from './use-subscription.ts'

interface Props {
  teamId: string
  subscription: Subscription
  onSeats: () => void
  onCancel: () => void
}

/** The current subscription: its plan, status and next change. */
export function CurrentPlan(props: Props) {
  const text = useBillingText()
  const { subscription } = props
  const { tone, label, hint } = describeSubscription(subscription, text)
  return (
    <Card
      title={text.currentPlan}
      action={
        isRunning(subscription) && (
          <Button size="small" disabled={explainUnchangeable(subscription, text)} onClick={props.onSeats}>
            {text.teamSize}
          </Button>
        )
      }
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold text-20">{text.plans[subscription.slug]}</span>
        <Badge tone={tone}>{label}</Badge>
      </p>
      {hint && <p className="mt-1 text-text-muted">{hint}</p>}
      {subscription.confirm && <ConfirmPayment confirm={subscription.confirm} />}
      <PlanFacts {...props} />
      <PlanActions {...props} />
    </Card>
  )
}

function PlanFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-text-muted">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

function PlanFacts({ teamId, subscription }: Props) {
  const text = useBillingText()
  const { data: next } = useRead(
    getUpcomingInvoice,
    { params: { id: teamId } },
    { redirects: false, silent: true },
  )
  const { seats, seats_used, currency, interval, code } = subscription
  return (
    <dl className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <PlanFact name={text.seats}>
        {seats > 0 ? text.seatsOf(formatNumber(seats_used), formatNumber(seats)) : formatNumber(seats_used)}
      </PlanFact>
      {isRunning(subscription) && (
        <PlanFact name={text.paidIn}>
          {currency}, {text.intervals[interval]}
        </PlanFact>
      )}
      {next && (
        <PlanFact name={text.nextInvoice}>
          {formatAmount(next.total, next.currency)}
          {next.due_at && <span className="text-text-muted"> · {longDate(next.due_at)}</span>}
        </PlanFact>
      )}
      {code && (
        <PlanFact name={text.signupCode}>
          <code className="font-mono text-12">{code.code}</code>{' '}
          {text.codeGives(
            code.partner_name,
            code.discount_percent > 0 ? formatPercent(code.discount_percent) : '',
          )}
        </PlanFact>
      )}
    </dl>
  )
}

/** The actions on the current subscription, other than choosing another plan. */
function PlanActions({ teamId, subscription, onCancel }: Props) {
  const text = useBillingText()
  const params = { id: teamId }
  const extend = useWrite(extendTrial, {
    onDone: () => toast.success({ text: text.extended(EXTENSION_DAYS) }),
  })
  const change = useWrite(changeSubscription, { onDone: () => toast.success() })
  const { slug, interval, seats, next, period_end } = subscription
  const running = isRunning(subscription)
  const ending = subscription.cancels_at !== null
  return (
    <div className="mt-4 flex flex-col gap-3 empty:hidden">
      {next && running && !ending && isPaid(slug) && (
        <Banner
          action={
            <Button
              size="small"
              loading={change.pending}
              onClick={() => change.run({ params, body: { slug, interval, seats } })}
            >
              {text.keepAsItIs}
            </Button>
          }
        >
          {text.changesOn(
            period_end ? longDate(period_end) : '',
            text.plans[next.slug],
            next.seats > 0 ? text.seatCount(next.seats) : '',
            text.intervals[next.interval],
          )}
        </Banner>
      )}
      {subscription.status === 'PAST_DUE' && (
        <div>
          <ButtonLink href={paths.accountPart('invoices')}>{text.seeWhatIsDue}</ButtonLink>
        </div>
      )}
      {subscription.may_extend && (
        <div>
          <Button loading={extend.pending} onClick={() => extend.run({ params })}>
            {text.extend(EXTENSION_DAYS)}
          </Button>
        </div>
      )}
      {running && (
        <div>
          {ending ? (
            <Button
              look="primary"
              loading={change.pending}
              onClick={() => change.run({ params, body: { cancel: false } })}
            >
              {text.keepPlan}
            </Button>
          ) : (
            <Button look="ghost" className="-ms-3" onClick={onCancel}>
              {text.cancelPlan}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
