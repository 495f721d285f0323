import type Stripe from 'stripe'
import type * as z from 'zod'
import { type Books, invalidRequest } from './books.ts'
import {
  attemptPayment,
  buildCharging,
  buildPeriodLine,
  createDraft,
  finalizeInvoice,
  findIntent,
  voidInvoice,
} from './charging.ts'
import { type Phase, scheduleObject } from './documents.ts'
import type { scheduleChange } from './params.ts'
import {
  addStripeMonths,
  cancelFakeSubscription,
  computeNextTerms,
  computePeriodEnd,
  getLatestInvoice,
  getSubscriptionItem,
  setDiscount,
  updateAfterInvoice,
} from './subscriptions.ts'

/** Time-driven behaviour of the fake Stripe: schedules, renewals, retries and expiry of unpaid subscriptions. */

const DAY = 24 * 3600
const PATIENCE = 23 * 3600
const MOST_ATTEMPTS = 4

export function createSchedule(books: Books, subscription: Stripe.Subscription) {
  if (subscription.schedule) throw invalidRequest('The subscription has a schedule already.')
  const { price, quantity, current_period_start, current_period_end } = getSubscriptionItem(subscription)
  const [discount] = subscription.discounts
  const phase: Phase = {
    ...{ start_date: current_period_start, end_date: current_period_end },
    ...{ price: price.id, quantity: quantity ?? 1, tax_rates: subscription.default_tax_rates ?? [] },
    coupon: discount ? (books.get('discount', discount as string).source.coupon as string) : null,
  }
  const schedule = books.make('sub_sched', (id) =>
    scheduleObject(id, books.now, { subscription, phases: [phase] }),
  )
  subscription.schedule = schedule.id
  books.tell('subscription_schedule.created', schedule)
  return schedule
}

type PhaseParams = NonNullable<z.output<typeof scheduleChange>['phases']>[number]

function phaseOf(books: Books, params: PhaseParams, before: Phase | undefined): Phase {
  const [item] = params.items
  const start_date = params.start_date ?? before?.end_date
  if (!item || start_date === undefined) throw invalidRequest('A phase needs items and a start.')
  const { duration } = params
  const months = (duration?.interval === 'year' ? 12 : 1) * (duration?.interval_count ?? 1)
  return {
    ...{ start_date, end_date: params.end_date ?? addStripeMonths(start_date, months) },
    ...{ price: books.get('price', item.price).id, quantity: item.quantity ?? 1 },
    coupon: (params.discounts || [])[0]?.coupon ?? null,
    tax_rates: (params.default_tax_rates || []).map((id) => books.get('tax_rate', id)),
  }
}

export function changeSchedule(
  books: Books,
  schedule: Stripe.SubscriptionSchedule,
  params: z.output<typeof scheduleChange>,
) {
  if (schedule.status !== 'active')
    throw invalidRequest('You cannot update a subscription schedule that is over.')
  const phases: Phase[] = []
  for (const wanted of params.phases ?? []) phases.push(phaseOf(books, wanted, phases.at(-1)))
  const [first] = phases
  if (first && first.start_date !== schedule.current_phase?.start_date)
    throw invalidRequest('You can not modify the start date of the current phase.', {
      param: 'phases[0][start_date]',
    })
  const subscription = books.get('subscription', schedule.subscription as string)
  if (first) schedule.phases = scheduleObject(schedule.id, schedule.created, { subscription, phases }).phases
  books.tell('subscription_schedule.updated', schedule)
  return schedule
}

export function releaseSchedule(books: Books, schedule: Stripe.SubscriptionSchedule) {
  if (schedule.status !== 'active')
    throw invalidRequest('You cannot release a subscription schedule that is over.')
  books.get('subscription', schedule.subscription as string).schedule = null
  Object.assign(schedule, {
    ...{ status: 'released', released_subscription: schedule.subscription, subscription: null },
    released_at: books.now,
  })
  books.tell('subscription_schedule.released', schedule)
  return schedule
}

/** Enters the phase that starts now, or releases the schedule after its last phase. */
function turnPhase(books: Books, subscription: Stripe.Subscription, at: number) {
  if (!subscription.schedule) return
  const schedule = books.get('subscription_schedule', subscription.schedule as string)
  const phase = schedule.phases.find(({ start_date }) => start_date === at)
  if (!phase) {
    releaseSchedule(books, schedule)
    return
  }
  schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date }
  subscription.default_tax_rates = phase.default_tax_rates ?? []
  setDiscount(books, subscription, (phase.discounts[0]?.coupon as string | undefined) ?? null)
}

/** The payment method for off-session charges. */
const chargedMethod = (books: Books, subscription: Stripe.Subscription) =>
  (books.get('customer', subscription.customer as string).invoice_settings.default_payment_method as
    | string
    | null) ?? null

function charge(books: Books, subscription: Stripe.Subscription, invoice: Stripe.Invoice) {
  const intent = findIntent(books, invoice)
  if (intent) attemptPayment(books, intent, chargedMethod(books, subscription), false)
  if (invoice.status === 'open') {
    subscription.status = 'past_due'
    invoice.next_payment_attempt = books.now + 3 * DAY
  }
  updateAfterInvoice(books, subscription)
}

function renew(books: Books, subscription: Stripe.Subscription) {
  const item = getSubscriptionItem(subscription)
  const at = item.current_period_end
  if (subscription.cancel_at !== null && subscription.cancel_at <= at) {
    cancelFakeSubscription(books, subscription)
    return
  }
  const { price, quantity } = computeNextTerms(books, subscription)
  turnPhase(books, subscription, at)
  if (price.recurring?.interval !== item.price.recurring?.interval) subscription.billing_cycle_anchor = at
  Object.assign(item, {
    ...{ price, quantity, current_period_start: at },
    current_period_end: computePeriodEnd(subscription.billing_cycle_anchor, at, price),
  })
  const line = buildPeriodLine(
    { price, quantity },
    at,
    item.current_period_end,
    buildCharging(books, subscription),
  )
  const { amount, discount } = line
  books.debits.set(subscription.id, {
    ...{ amount, discount, price, quantity, start: at, end: line.end, period_start: at },
  })
  const invoice = finalizeInvoice(books, createDraft(books, subscription, [line], 'subscription_cycle'))
  subscription.latest_invoice = invoice.id
  charge(books, subscription, invoice)
}

function retry(books: Books, subscription: Stripe.Subscription, invoice: Stripe.Invoice) {
  charge(books, subscription, invoice)
  if (invoice.status === 'open' && invoice.attempt_count >= MOST_ATTEMPTS)
    cancelFakeSubscription(books, subscription)
}

interface Due {
  at: number
  happen: () => void
}

/** Pending timed events of a subscription. */
function dueOf(books: Books, subscription: Stripe.Subscription): Due[] {
  const { status, created, pending_update } = subscription
  if (status === 'incomplete')
    return [{ at: created + PATIENCE, happen: () => void cancelFakeSubscription(books, subscription) }]
  if (status !== 'active' && status !== 'past_due') return []
  const retries = books
    .all('invoice')
    .filter(
      ({ parent, status: state, next_payment_attempt }) =>
        parent?.subscription_details?.subscription === subscription.id &&
        state === 'open' &&
        next_payment_attempt !== null,
    )
    .map((invoice) => ({
      at: invoice.next_payment_attempt ?? 0,
      happen: () => retry(books, subscription, invoice),
    }))
  const forget = () => {
    voidInvoice(books, getLatestInvoice(books, subscription))
    updateAfterInvoice(books, subscription)
  }
  return [
    ...retries,
    ...(pending_update ? [{ at: pending_update.expires_at, happen: forget }] : []),
    { at: getSubscriptionItem(subscription).current_period_end, happen: () => renew(books, subscription) },
  ]
}

/** Advances the clock to `to` and runs everything due on the way, each at its own time. */
export function advanceClock(books: Books, to: number): void {
  for (;;) {
    const due = books.all('subscription').flatMap((subscription) => dueOf(books, subscription))
    const next = due.filter(({ at }) => at <= to).sort((a, b) => a.at - b.at)[0]
    if (!next) break
    books.now = Math.max(books.now, next.at)
    next.happen()
  }
  books.now = Math.max(books.now, to)
}
