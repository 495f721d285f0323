import {
  addPaymentMethod,
  choosePaymentMethod,
  listPaymentMethods,
  type PaymentMethod,
  removePaymentMethod,
} from '@plumbline/contract/billing/billing'
import type { Subscription } from '@plumbline/contract/billing/subscription'
import { CreditCard, Landmark, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead, useWrite } from '../api/query.ts'
import { useNavigate, useSearch } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { toast } from '../ui/toast.ts'
import { BillingPart } from './BillingPart.tsx'
import { formatPaymentMethod } from './format-payment-method.ts'
import { useBillingText } from './text.ts'
import { isRunning } from './use-subscription.ts'

const StripeForm = lazyPart(() => import('./StripeForm.tsx'))

/** The company's payment methods: list, add, choose the default, remove. */
export default function PaymentPart({ teamId }: { teamId: string }) {
  const text = useBillingText()
  return (
    <BillingPart teamId={teamId} title={text.payment}>
      {(subscription) => <Methods teamId={teamId} subscription={subscription} />}
    </BillingPart>
  )
}

interface Setup {
  client_secret: string
  publishable_key: string
}

function Methods({ teamId, subscription }: { teamId: string; subscription: Subscription }) {
  const text = useBillingText()
  const params = { id: teamId }
  const navigate = useNavigate()
  const [{ choose }] = useSearch()
  const [setup, setSetup] = useState<Setup | null>(null)
  const { data: methods, error, refetch } = useRead(listPaymentMethods, { params }, { redirects: false })
  function added() {
    setSetup(null)
    toast.success({ text: text.methodAdded })
    // returns to ordering the plan that lacked a payment method
    if (choose) navigate(`${paths.accountPart('plan')}&choose=${choose}`)
  }
  const add = useWrite(addPaymentMethod, {
    onDone: ({ client_secret, publishable_key }) => {
      if (client_secret && publishable_key) setSetup({ client_secret, publishable_key })
      else added()
    },
  })
  const goesOn = isRunning(subscription) && subscription.cancels_at === null
  if (!methods) return <LoadingState error={error} onRetry={() => void refetch()} />
  const byInvoice = subscription.provider === 'builtin'
  return (
    <Card
      title={text.payment}
      action={
        !setup &&
        (!byInvoice || methods.length === 0) && (
          <Button
            size="small"
            icon={<Plus aria-hidden />}
            loading={add.pending}
            onClick={() => add.run({ params })}
          >
            {byInvoice ? text.payByInvoice : text.addMethod}
          </Button>
        )
      }
    >
      {methods.length === 0 && !setup && <p className="text-text-muted">{text.noMethods}</p>}
      <ul className="divide-y divide-line">
        {methods.map((method) => (
          <Method
            key={method.payment_method_id}
            teamId={teamId}
            method={method}
            stays={methods.length === 1 && goesOn ? text.lastStays : false}
          />
        ))}
      </ul>
      {setup && (
        <Suspense fallback={<LoadingState error={null} onRetry={() => undefined} />}>
          <StripeForm {...setup} teamId={teamId} onDone={added} onCancel={() => setSetup(null)} />
        </Suspense>
      )}
    </Card>
  )
}

/** `2028-04` as printed on cards: 04/28. */
const expiry = (month: string) => `${month.slice(5)}/${month.slice(2, 4)}`

function Method(props: { teamId: string; method: PaymentMethod; stays: string | false }) {
  const text = useBillingText()
  const { payment_method_id, kind, expires, is_default } = props.method
  const [asking, setAsking] = useState(false)
  const choose = useWrite(choosePaymentMethod, { onDone: () => toast.success() })
  const remove = useWrite(removePaymentMethod, {
    onDone: () => {
      setAsking(false)
      toast.success({ text: text.methodRemoved })
    },
  })
  const words = formatPaymentMethod(props.method, text)
  const params = { id: props.teamId }
  const Icon = kind === 'CARD' ? CreditCard : Landmark
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <Icon aria-hidden className="text-text-muted" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
          {words}
          {is_default && <Badge>{text.default}</Badge>}
        </p>
        {expires && <p className="text-13 text-text-muted tabular-nums">{text.expires(expiry(expires))}</p>}
      </div>
      {!is_default && (
        <Button
          size="small"
          aria-label={`${text.useThis}: ${words}`}
          loading={choose.pending}
          onClick={() => choose.run({ params, body: { payment_method_id } })}
        >
          {text.useThis}
        </Button>
      )}
      <Button
        size="small"
        aria-label={`${text.remove}: ${words}`}
        disabled={props.stays}
        onClick={() => setAsking(true)}
      >
        {text.remove}
      </Button>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={text.removeMethod}
        action={text.removeMethod}
        onConfirm={() =>
          remove.send({ params: { ...params, pmId: payment_method_id } }).catch(() => undefined)
        }
      >
        {text.removeMethodHint(words)}
      </AlertDialog>
    </li>
  )
}
