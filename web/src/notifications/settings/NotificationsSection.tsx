import type { BodyOf } from '@plumbline/contract/http'
import type { NotificationType } from '@plumbline/contract/notifications/notifications'
import {
  type Channels,
  defaultChannels,
  getNotificationSettings,
  mailFrequencies,
  type NotificationSettings,
  updateNotificationSettings,
} from '@plumbline/contract/notifications/settings'
import { LoadingState } from '../../api/LoadingState.tsx'
import { keyOf, markStale, queryClient, toastError, useRead, useWrite } from '../../api/query.ts'
import { useNarrow } from '../../base/narrow.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { TickBox } from '../../ui/Checkbox.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import { toast } from '../../ui/toast.ts'
import { type NotificationSettingsText, useNotificationSettingsText } from '../settings-text.ts'
import { PushPart } from './PushPart.tsx'
import { TimesPart } from './TimesPart.tsx'

type Changes = BodyOf<typeof updateNotificationSettings>

/** Optimistic update of the settings; a refusal refetches them. */
function useSave() {
  const key = keyOf(getNotificationSettings, {})
  const write = useWrite(updateNotificationSettings, {
    onDone: () => toast.success(),
    onError: (error) => {
      void markStale(['notification_settings.updated'])
      toastError(error)
    },
  })
  return (changes: Changes) => {
    queryClient.setQueryData<NotificationSettings>(key, (before) => {
      if (!before) return before
      const { types, ...rest } = changes
      const merged = { ...before.types }
      for (const [type, channels] of Object.entries(types ?? {}) as [NotificationType, Partial<Channels>][])
        merged[type] = { ...merged[type], ...channels }
      return { ...before, ...rest, types: merged } as NotificationSettings
    })
    write.run({ body: changes })
  }
}

/** Which notifications the person gets, and through which channels. Each change is saved at once. */
export function NotificationsSection() {
  const text = useNotificationSettingsText()
  const narrow = useNarrow()
  const save = useSave()
  const { data, error, refetch } = useRead(getNotificationSettings, {})
  const isDefault = data && JSON.stringify(data.types) === JSON.stringify(inSameOrder(data, defaultChannels))
  const Choices = narrow ? Cards : ChoiceTable
  return (
    <Card
      id="notifications"
      title={text.title}
      action={
        data && (
          <Button size="small" disabled={isDefault} onClick={() => save({ types: defaultChannels })}>
            {text.reset}
          </Button>
        )
      }
    >
      <p className="mb-3 text-text-muted">{text.hint}</p>
      {!data && <LoadingState error={error} onRetry={() => void refetch()} rows={6} />}
      {data && (
        <>
          <Choices settings={data} onChange={(type, channels) => save({ types: { [type]: channels } })} />
          <TimesPart settings={data} onChange={save} />
        </>
      )}
      <PushPart />
    </Card>
  )
}

/** `other` with the key order of the settings, so that both compare equal as JSON. */
const inSameOrder = ({ types }: NotificationSettings, other: Record<NotificationType, Channels>) =>
  Object.fromEntries(Object.keys(types).map((type) => [type, other[type as NotificationType]]))

interface ChoiceProps {
  settings: NotificationSettings
  onChange: (type: NotificationType, channels: Partial<Channels>) => void
}

const typesIn = (text: NotificationSettingsText) => Object.entries(text.types) as [NotificationType, string][]

function ChoiceTable({ settings, onChange }: ChoiceProps) {
  const text = useNotificationSettingsText()
  return (
    <table className="w-full">
      <thead>
        <tr className="border-line border-b text-start text-13 text-text-muted">
          <th className="py-2 pe-3 text-start font-medium">{text.about}</th>
          {[text.inApp, text.email, text.push].map((way) => (
            <th key={way} className="px-3 py-2 text-start font-medium">
              {way}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {typesIn(text).map(([type, name]) => (
          <tr key={type} className="border-line border-b last:border-b-0">
            <th scope="row" className="py-1.5 pe-3 text-start font-normal">
              {name}
            </th>
            <td className="px-3 py-1.5">
              <ChannelCheckbox of={type} way="in_app" settings={settings} onChange={onChange} />
            </td>
            <td className="px-3 py-1.5">
              <MailFrequencySelect of={type} settings={settings} onChange={onChange} />
            </td>
            <td className="px-3 py-1.5">
              <ChannelCheckbox of={type} way="push" settings={settings} onChange={onChange} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The choices as cards for phones, each with its own labels. */
function Cards({ settings, onChange }: ChoiceProps) {
  const text = useNotificationSettingsText()
  return (
    <ul>
      {typesIn(text).map(([type, name]) => (
        <li key={type} className="border-line border-b py-3 first:pt-0">
          <p className="font-medium">{name}</p>
          <div className="mt-1 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
            {(['in_app', 'push'] as const).map((way) => (
              <span key={way} className="flex items-center gap-2">
                <ChannelCheckbox of={type} way={way} settings={settings} onChange={onChange} />
                <span aria-hidden className="text-13">
                  {way === 'in_app' ? text.inApp : text.push}
                </span>
              </span>
            ))}
            <span className="flex items-center gap-2">
              <span aria-hidden className="text-13">
                {text.email}
              </span>
              <MailFrequencySelect of={type} settings={settings} onChange={onChange} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

function ChannelCheckbox({
  of,
  way,
  settings,
  onChange,
}: ChoiceProps & { of: NotificationType; way: 'in_app' | 'push' }) {
  const text = useNotificationSettingsText()
  const name = way === 'in_app' ? text.inApp : text.push
  return (
    <TickBox
      aria-label={text.choice(text.types[of], name)}
      checked={settings.types[of][way]}
      onChange={(on) => onChange(of, { [way]: on })}
    />
  )
}

function MailFrequencySelect({ of, settings, onChange }: ChoiceProps & { of: NotificationType }) {
  const text = useNotificationSettingsText()
  return (
    <NativeSelect
      aria-label={text.choice(text.types[of], text.email)}
      options={mailFrequencies.map((value) => ({ value, label: text.often[value] }))}
      value={settings.types[of].email}
      onChange={(email) => onChange(of, { email })}
      className="w-34"
    />
  )
}
