import type { NotificationSettings } from '@plumbline/contract/notifications/settings'
import { listTimeZoneOptions, readTimeZone } from '../../base/time-zone.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useNotificationSettingsText } from '../settings-text.ts'

type Times = Pick<NotificationSettings, 'quiet_hours' | 'time_zone' | 'daily_at'>

const halfHours = Array.from({ length: 48 }, (_, index) => {
  const hour = String(Math.floor(index / 2)).padStart(2, '0')
  return `${hour}:${index % 2 === 0 ? '00' : '30'}`
})

/** The half hours of a day, plus the chosen time if it is none of them. */
const listTimesWith = (chosen: string) =>
  [...new Set([...halfHours, chosen])].sort().map((value) => ({ value, label: value }))

const defaultQuietHours = { from: '20:00', to: '07:00' }

/** Quiet hours, the time of the daily mail, and the time zone of both. */
export function TimesPart(props: { settings: Times; onChange: (changes: Partial<Times>) => void }) {
  const { settings, onChange } = props
  const text = useNotificationSettingsText()
  const { quiet_hours: quiet } = settings
  const own = readTimeZone()
  const zone = settings.time_zone ?? own
  return (
    <div className="mt-4 border-line border-t pt-4">
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <Field label={text.timeZone}>
          <Combobox
            options={listTimeZoneOptions(zone, own)}
            value={zone}
            onChange={(time_zone) => time_zone && onChange({ time_zone })}
          />
        </Field>
        <Field label={text.dailyAt}>
          <Select
            options={listTimesWith(settings.daily_at)}
            value={settings.daily_at}
            onChange={(daily_at) => daily_at && onChange({ daily_at })}
          />
        </Field>
      </div>
      <Switch
        label={text.quiet}
        help={text.quietHelp}
        checked={quiet !== null}
        onChange={(on) => onChange({ quiet_hours: on ? defaultQuietHours : null })}
      />
      {quiet && (
        <div className="mt-2 grid grid-cols-2 gap-x-4">
          {(['from', 'to'] as const).map((end) => (
            <Field key={end} label={text[end]}>
              <Select
                options={listTimesWith(quiet[end])}
                value={quiet[end]}
                onChange={(time) => time && onChange({ quiet_hours: { ...quiet, [end]: time } })}
              />
            </Field>
          ))}
        </div>
      )}
    </div>
  )
}
