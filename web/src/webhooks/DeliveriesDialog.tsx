import {
  type Delivery,
  listDeliveries,
  sendDeliveryAgain,
  testWebhook,
  type Webhook,
} from '@plumbline/contract/webhooks/webhooks'
import { CircleCheck, CircleX, Clock, RotateCcw, Send } from 'lucide-react'
import { useRead, useWrite } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useUiText } from '../ui/text.tsx'
import { clockTime, shortDateTime } from '../users/dates.ts'
import { ListState } from '../users/me/ListState.tsx'
import { useWebhookText } from './text.ts'

interface Props {
  projectId: string
  hook: Webhook
}

/** The deliveries of a webhook with their results. */
export function DeliveriesDialog({
  open,
  onClose,
  ...props
}: Props & { open: boolean; onClose: () => void }) {
  const text = useWebhookText()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="wide"
      title={text.deliveriesOf(new URL(props.hook.url).host)}
      description={text.deliveriesHint}
    >
      <Deliveries {...props} />
    </Dialog>
  )
}

function Deliveries({ projectId, hook }: Props) {
  const text = useWebhookText()
  const params = { id: projectId, webhookId: hook.id }
  const deliveries = useRead(listDeliveries, { params }, { redirects: false })
  const test = useWrite(testWebhook)
  const again = useWrite(sendDeliveryAgain)
  const isOff = hook.is_active ? false : text.isOff
  return (
    <>
      <div className="mb-2">
        <Button icon={<Send aria-hidden />} disabled={isOff} onClick={() => test.run({ params })}>
          {text.sendTest}
        </Button>
      </div>
      <ListState read={deliveries} empty={text.noDeliveries}>
        {(delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            isOff={isOff}
            onAgain={() => again.run({ params: { ...params, deliveryId: delivery.id } })}
          />
        )}
      </ListState>
    </>
  )
}

const signs = {
  WAITING: { icon: Clock, look: 'text-text-muted' },
  DELIVERED: { icon: CircleCheck, look: 'text-success' },
  FAILED: { icon: CircleX, look: 'text-danger' },
}

/** Describes the last attempt and the time of the next one. */
function useDeliveryResult({ state, status_code, duration_ms, error, attempts, next_at }: Delivery): string {
  const text = useWebhookText()
  const { locale } = useUiText()
  const took = (duration_ms ?? 0).toLocaleString(locale)
  // a paused webhook has no attempt planned before its pause ends
  const isAhead = state === 'WAITING' && attempts > 0 && next_at !== null && Date.parse(next_at) > Date.now()
  return [
    ...(status_code === null ? [] : [text.answered(status_code, took)]),
    ...(error ? [text.errors[error]] : []),
    ...(attempts > 0 ? [text.attempts(attempts)] : []),
    ...(isAhead ? [text.nextAt(clockTime(next_at))] : []),
  ].join(', ')
}

function DeliveryRow(props: { delivery: Delivery; isOff: string | false; onAgain: () => void }) {
  const text = useWebhookText()
  const { event, state, created_at } = props.delivery
  const outcome = useDeliveryResult(props.delivery)
  const { icon: Icon, look } = signs[state]
  const time = shortDateTime(created_at)
  return (
    <li className="flex items-start gap-3 border-line border-b py-2 last:border-b-0">
      <Icon aria-hidden className={cx('mt-0.5 flex-none', look)} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{text.events[event]}</span>
          <span className="text-13 text-text-muted tabular-nums">{time}</span>
        </p>
        <p className="text-13 text-text-muted">
          {text.states[state]}
          {outcome && `: ${outcome}`}
        </p>
      </div>
      <Button
        size="small"
        icon={<RotateCcw aria-hidden />}
        disabled={props.isOff}
        aria-label={text.sendAgainNamed(text.events[event], time)}
        onClick={props.onAgain}
      >
        {text.sendAgain}
      </Button>
    </li>
  )
}
