import { dateStyles, locales, type Preferences, updateMe } from '@plumbline/contract/users/users'
import { useSyncExternalStore } from 'react'
import { useWrite } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { languageNames } from '../../base/language.ts'
import { readAppearance, setAppearance, themeStore } from '../../base/theme.ts'
import { Card } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toast.ts'
import { formatDateInStyle } from '../dates.ts'
import { useLocale } from '../use-locale.ts'
import { useMeText } from './text.ts'

/** Language, date format, theme and shortcuts; each choice applies at once. */
export function DisplaySection() {
  const text = useMeText()
  const { preferences } = useMe()
  const [locale, setLocale] = useLocale(() => toast.success())
  const look = useSyncExternalStore(themeStore.subscribe, readAppearance)
  const save = useWrite(updateMe, { onDone: () => toast.success() })
  const prefer = (changes: Partial<Preferences>) => save.run({ body: { preferences: changes } })
  const today = new Date()
  const styles = dateStyles.map((value) => ({
    value,
    label: text.dateExample(text.dateStyles[value], formatDateInStyle(today, value)),
  }))
  return (
    <Card id="display" title={text.display}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={text.language}>
          <Select
            options={locales.map((value) => ({ value, label: languageNames[value] }))}
            value={locale}
            onChange={(chosen) => chosen && setLocale(chosen)}
          />
        </Field>
        <Field label={text.dateStyle}>
          <Select
            options={styles}
            value={preferences.date_style}
            onChange={(date_style) => date_style && prefer({ date_style })}
          />
        </Field>
        <Field label={text.appearance} help={text.appearanceHelp}>
          <Select
            options={(['light', 'dark', 'system'] as const).map((value) => ({ value, label: text[value] }))}
            value={look}
            onChange={(chosen) => chosen && setAppearance(chosen)}
          />
        </Field>
      </div>
      <div className="mt-3 border-line border-t pt-3">
        <Switch
          label={text.shortcuts}
          help={text.shortcutsHelp}
          checked={preferences.shortcuts}
          onChange={(shortcuts) => prefer({ shortcuts })}
        />
      </div>
    </Card>
  )
}
