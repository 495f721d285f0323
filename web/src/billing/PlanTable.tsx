import { getPrices, listCurrencies } from '@plumbline/contract/billing/billing'
import {
  type Currency,
  type Interval,
  type PaidPlan,
  planFeatures,
  planLimits,
} from '@plumbline/contract/billing/plans'
import type { Subscription } from '@plumbline/contract/billing/subscription'
import type { ReplyOf } from '@plumbline/contract/http'
import { Check } from 'lucide-react'
import { Suspense, startTransition, useState } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead } from '../api/query.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Select } from '../ui/Select.tsx'
import { Switch } from '../ui/Switch.tsx'
import { formatCurrency, formatNumber, formatPercent, formatPrice, formatStorage } from './money.ts'
import { explainUnchangeable } from './subscription-summary.ts'
import { type BillingText, useBillingText } from './text.ts'
import { isRunning } from './use-subscription.ts'

const ContactDialog = lazyPart(
  async () => ({
    default: (await import('../settings/ContactDialog.tsx')).ContactDialog,
  }),
  { placeless: true },
)

type Prices = ReplyOf<typeof getPrices>
type Slug = PaidPlan | 'free'
const columns: readonly Slug[] = ['free', 'team', 'business']

interface Props {
  teamId: string
  subscription: Subscription
  onChoose: (slug: Slug, terms: { interval: Interval; currency: Currency }) => void
  onCancel: () => void
}

const findPrice = (prices: Prices, slug: PaidPlan, currency: Currency, interval: Interval) =>
  prices.find((price) => price.slug === slug && price.currency === currency && price.interval === interval)
    ?.unit_amount ?? 0

/** The plans side by side with their prices and limits. */
export function PlanTable(props: Props) {
  const text = useBillingText()
  const { subscription } = props
  const {
    data: prices,
    error,
    refetch,
  } = useRead(getPrices, { params: { id: props.teamId } }, { redirects: false })
  const [interval, setInterval] = useState<Interval>(subscription.interval)
  const [currency, setCurrency] = useState<Currency>(subscription.currency)
  const { data: currencies = [{ code: currency }] } = useRead(listCurrencies, {}, { silent: true })
  if (!prices) return <LoadingState error={error} onRetry={() => void refetch()} />
  const year = findPrice(prices, 'business', currency, 'YEAR')
  const twelve = findPrice(prices, 'business', currency, 'MONTH') * 12
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <h2 className="me-auto font-semibold text-14">{text.allPlans}</h2>
        <Switch
          label={text.payYearly(formatPercent(Math.round(100 - (100 * year) / Math.max(1, twelve))))}
          checked={interval === 'YEAR'}
          onChange={(yearly) => setInterval(yearly ? 'YEAR' : 'MONTH')}
        />
        {!isRunning(subscription) && (
          <Select
            aria-label={text.currency}
            size="small"
            options={currencies.map(({ code }) => ({ value: code, label: formatCurrency(code) }))}
            value={currency}
            onChange={(code) => code && setCurrency(code)}
          />
        )}
      </div>
      <ul className="grid gap-4 lg:grid-cols-3">
        {columns.map((slug) => (
          <PlanColumn
            key={slug}
            {...props}
            slug={slug}
            interval={interval}
            currency={currency}
            prices={prices}
          />
        ))}
      </ul>
      <Enterprise />
    </section>
  )
}

function PlanColumn(props: Props & { slug: Slug; interval: Interval; currency: Currency; prices: Prices }) {
  const text = useBillingText()
  const { slug, interval, currency, prices, subscription } = props
  const year = slug === 'free' ? 0 : findPrice(prices, slug, currency, 'YEAR')
  const month = slug === 'free' ? 0 : findPrice(prices, slug, currency, 'MONTH')
  const price = interval === 'YEAR' ? year : month
  const saved = 12 * month - year
  const current = subscription.slug === slug && (slug === 'free' || isRunning(subscription))
  return (
    <li className="flex min-w-0 flex-col rounded-card border border-line bg-surface p-4">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold text-16">
        {text.plans[slug]}
        {current && <Badge tone="info">{text.yours}</Badge>}
      </h3>
      <p className="mt-1">
        <span className="font-semibold text-20 tabular-nums">{formatPrice(price, currency)}</span>{' '}
        {slug !== 'free' && <span className="text-text-muted">{text.perSeat[interval]}</span>}
      </p>
      <p className="min-h-5 text-13 text-text-muted">
        {interval === 'YEAR' && saved > 0 && text.yearSaves(formatPrice(saved, currency))}
      </p>
      <ul className="mt-3 mb-4 flex flex-col gap-1.5">
        {listAllowances(slug, text).map((line) => (
          <li key={line} className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 flex-none text-text-muted" />
            <span className="min-w-0">{line}</span>
          </li>
        ))}
      </ul>
      <div className="mt-auto">
        <ChoosePlanButton {...props} current={current} />
      </div>
    </li>
  )
}

function ChoosePlanButton(
  props: Props & { slug: Slug; interval: Interval; currency: Currency; current: boolean },
) {
  const text = useBillingText()
  const { slug, interval, currency, subscription, current } = props
  const running = isRunning(subscription)
  const choose = () => props.onChoose(slug, { interval, currency })
  const disabled = running && explainUnchangeable(subscription, text)
  if (current && (slug === 'free' || subscription.interval === interval)) return null
  if (current)
    return (
      <Button disabled={disabled} onClick={choose}>
        {text.payBy[interval]}
      </Button>
    )
  return (
    <Button
      look={slug === 'business' && !running ? 'primary' : 'secondary'}
      disabled={disabled}
      // a running paid plan turns into the free one by being cancelled
      onClick={slug === 'free' && running ? props.onCancel : choose}
    >
      {text.choose(text.plans[slug])}
    </Button>
  )
}

/** The limits and features of a plan, one line each. */
function listAllowances(slug: Slug, text: BillingText): string[] {
  const { active_projects, team_members, storage_bytes, file_bytes } = planLimits[slug]
  return [
    active_projects === null ? text.anyProjects : text.projectCount(active_projects),
    team_members === null ? text.asManySeats : text.memberCount(formatNumber(team_members)),
    storage_bytes === null ? text.anyStorage : text.storage(formatStorage(storage_bytes)),
    file_bytes === null ? text.anyFile : text.fileSize(formatStorage(file_bytes)),
    ...planFeatures[slug].map((feature) => text.features[feature]),
    text.guestsFree,
  ]
}

function Enterprise() {
  const text = useBillingText()
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  function show() {
    startTransition(() => {
      setUsed(true)
      setOpen(true)
    })
  }
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-60 text-text-muted">{text.enterpriseHint}</p>
      <Button onClick={show}>{text.contact}</Button>
      {used && (
        <Suspense>
          <ContactDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
