import { type Webhook, webhookEvents } from '@plumbline/contract/webhooks/webhooks'
import {
  Ellipsis,
  KeyRound,
  ListChecks,
  Pencil,
  Power,
  PowerOff,
  Send,
  Trash2,
  WebhookIcon,
} from 'lucide-react'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/Menu.tsx'
import { shortDateTime } from '../users/dates.ts'
import { useWebhookText, type WebhookText } from './text.ts'

export type WebhookAction = 'deliveries' | 'edit' | 'test' | 'secret' | 'on' | 'off' | 'remove'

/** The status of a webhook: a badge, and a sentence when it needs attention. */
function describeStatus(hook: Webhook, text: WebhookText): { tone: Tone; word: string; sentence?: string } {
  const { is_active, failing_since, stopped_at } = hook
  if (stopped_at && !is_active)
    return { tone: 'danger', word: text.stopped, sentence: text.stoppedAt(shortDateTime(stopped_at)) }
  if (!is_active) return { tone: 'neutral', word: text.off }
  if (failing_since)
    return { tone: 'warning', word: text.failing, sentence: text.failingSince(shortDateTime(failing_since)) }
  return { tone: 'success', word: text.on }
}

/** Lists up to three events by name, more by their number. */
function listEvents({ events }: Webhook, text: WebhookText): string {
  if (events.length === webhookEvents.length) return text.allEvents
  if (events.length > 3) return text.someEvents(events.length)
  return events.map((event) => text.events[event]).join(', ')
}

export function WebhookRow({ hook, onAct }: { hook: Webhook; onAct: (action: WebhookAction) => void }) {
  const text = useWebhookText()
  const { tone, word, sentence } = describeStatus(hook, text)
  return (
    <li className="flex items-start gap-3 border-line border-b py-2 last:border-b-0">
      <WebhookIcon aria-hidden className="mt-0.5 flex-none text-text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate font-medium" title={hook.url}>
            {hook.url}
          </span>
          <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="text-13 text-text-muted">{listEvents(hook, text)}</p>
        {sentence && <p className="text-13 text-text-muted">{sentence}</p>}
      </div>
      <Menu
        align="end"
        trigger={<IconButton name={text.actions(hook.url)} icon={<Ellipsis aria-hidden />} />}
      >
        <MenuItem icon={<ListChecks />} onSelect={() => onAct('deliveries')}>
          {text.deliveries}
        </MenuItem>
        <MenuItem
          icon={<Send />}
          disabled={hook.is_active ? false : text.isOff}
          onSelect={() => onAct('test')}
        >
          {text.sendTest}
        </MenuItem>
        <MenuItem icon={<Pencil />} onSelect={() => onAct('edit')}>
          {text.edit}
        </MenuItem>
        <MenuItem icon={<KeyRound />} onSelect={() => onAct('secret')}>
          {text.newSecret}
        </MenuItem>
        <MenuItem
          icon={hook.is_active ? <PowerOff /> : <Power />}
          onSelect={() => onAct(hook.is_active ? 'off' : 'on')}
        >
          {hook.is_active ? text.switchOff : text.switchOn}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} danger onSelect={() => onAct('remove')}>
          {text.remove}
        </MenuItem>
      </Menu>
    </li>
  )
}
