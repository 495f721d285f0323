import {
  addPaymentMethod,
  changeSubscription,
  type estimateSubscription,
  getBillingInfo,
  listPaymentMethods,
  startSubscription,
} from '@plumbline/contract/billing/billing'
import type { Subscription } from '@plumbline/contract/billing/subscription'
import type { BodyOf } from '@plumbline/contract/http'
import { type ReactNode, use, useState } from 'react'
import * as z from 'zod/mini'
import { type ApiError, call } from '../api/client.ts'
import { LoadFailed } from '../api/LoadFailed.tsx'
import { useRead, useWrite } from '../api/query.ts'
import { LanguageContext } from '../base/language.ts'
import { paths } from '../base/paths.ts'
import { Button } from '../ui/Button.tsx'
import { DialogActions } from '../ui/Dialog.tsx'
import { Form } from '../ui/Form.tsx'
import { Link } from '../ui/Link.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { capitalise, toast } from '../ui/toast.ts'
import { useOnline } from '../ui/use-online.ts'
import { listCountryOptions } from '../users/countries.ts'
import { confirmPayment } from './confirm-payment.ts'
import { EstimateView } from './EstimateView.tsx'
import { formatPaymentMethod } from './format-payment-method.ts'
import { useBillingText } from './text.ts'
import { useEstimate } from './use-estimate.ts'
import { isPaid, isRunning } from './use-subscription.ts'

type SubscriptionChoice = BodyOf<typeof estimateSubscription>
const EmptyForm = z.object({})

/**
 * Below the fields of a choice: the estimate, the billing details, the payment method and the button that orders. It can
 * only be pressed while the estimate on screen belongs to the current choice.
 */
export function OrderForm(props: {
  teamId: string
  subscription: Subscription
  /** null: nothing is chosen yet */
  choice: SubscriptionChoice | null
  /** why the button is disabled while nothing is chosen */
  emptyReason?: string
  onDone: () => void
  children: ReactNode
}) {
  const text = useBillingText()
  const online = useOnline()
  const { teamId, subscription, choice: wish } = props
  const { estimate, error, isCurrent, refetch } = useEstimate(teamId, wish)
  const { order, problem } = useOrder(props)
  const { data: methods } = useRead(listPaymentMethods, { params: { id: teamId } }, { redirects: false })
  const pays = estimate !== undefined && (estimate.due_now > 0 || estimate.per_period > 0)
  const needsMethod = pays && subscription.provider === 'stripe' && methods?.length === 0
  const blocked = !online
    ? text.needsConnection
    : !wish
      ? (props.emptyReason ?? text.chooseSeats)
      : needsMethod
        ? text.needsMethod
        : !isCurrent && text.estimating
  return (
    <Form
      schema={EmptyForm}
      problem={problem}
      onSubmit={() => (blocked === false && wish ? order(wish, methods?.length === 0) : undefined)}
      className="gap-4"
    >
      {props.children}
      {wish && error && (
        <LoadFailed error={error} onRetry={() => void refetch()}>
          {capitalise(error.message)}
        </LoadFailed>
      )}
      {wish && !estimate && !error && (
        <Skeleton>
          <SkeletonRows rows={2} />
        </Skeleton>
      )}
      {wish && estimate && <EstimateView estimate={estimate} stale={!isCurrent} />}
      {wish && pays && <PaymentSummary teamId={teamId} needsMethod={needsMethod} slug={wish.slug} />}
      <DialogActions>
        <Button look="primary" type="submit" disabled={blocked}>
          {text.confirm}
        </Button>
      </DialogActions>
    </Form>
  )
}

/** Orders a choice: starts a subscription, or changes the running one. */
function useOrder(props: { teamId: string; subscription: Subscription; onDone: () => void }) {
  const text = useBillingText()
  const { subscription } = props
  const params = { id: props.teamId }
  const [problem, setProblem] = useState<string>()
  const refused = (error: ApiError) => setProblem(capitalise(error.message))
  const done = ({ confirm }: Subscription) => {
    // closes the dialog first: its focus trap would block the bank's window
    props.onDone()
    if (!confirm) toast.success({ text: text.ordered })
    else
      void confirmPayment(confirm, text).then((failed) =>
        failed ? toast.error({ text: failed }) : toast.success({ text: text.ordered }),
      )
  }
  const start = useWrite(startSubscription, { onDone: done, onError: refused })
  const change = useWrite(changeSubscription, { onDone: done, onError: refused })
  async function order(wish: SubscriptionChoice, withoutMethod: boolean) {
    setProblem(undefined)
    const { slug, currency = subscription.currency, interval, seats } = wish
    if (isRunning(subscription) && isPaid(slug)) {
      await change.send({ params, body: { slug, ...(interval && { interval }), ...(seats && { seats }) } })
      return
    }
    if (withoutMethod && isPaid(slug) && subscription.provider === 'builtin')
      await call(addPaymentMethod, { params }).catch((error: ApiError) => {
        refused(error)
        throw error
      })
    await start.send({ params, body: { ...wish, slug, currency } })
  }
  return { order, problem }
}

/** The recipient of the invoices and the payment method. */
function PaymentSummary(props: { teamId: string; needsMethod: boolean; slug: string }) {
  const text = useBillingText()
  const { locale } = use(LanguageContext)
  const params = { id: props.teamId }
  const { data: info } = useRead(getBillingInfo, { params }, { redirects: false })
  const { data: methods } = useRead(listPaymentMethods, { params }, { redirects: false })
  const chosen = methods?.find(({ is_default }) => is_default)
  const country = listCountryOptions(locale).find(({ value }) => value === info?.country)?.label
  return (
    <div className="flex flex-col gap-1 text-13">
      {info && (
        <p>
          {text.invoicedTo([info.name, country].filter(Boolean).join(', '))}{' '}
          <Link href={paths.accountPart('details')}>{text.change}</Link>
          {!info.country && <span className="block text-text-muted">{text.countryDecides}</span>}
        </p>
      )}
      {props.needsMethod ? (
        <p>
          {text.needsMethod}{' '}
          <Link href={`${paths.accountPart('payment')}&choose=${props.slug}`}>{text.addMethod}</Link>
        </p>
      ) : (
        methods && (
          <p>
            {text.paidBy(chosen ? formatPaymentMethod(chosen, text) : text.byInvoice)}{' '}
            {chosen && <Link href={paths.accountPart('payment')}>{text.change}</Link>}
          </p>
        )
      )}
    </div>
  )
}
