import { useEffect } from 'react'
import { Card } from '../ui/Card.tsx'
import { Switch } from '../ui/Switch.tsx'
import { loadAnalyticsKey, setConsent, useAnalytics } from './consent.ts'
import { useAnalyticsText } from './text.ts'

/** The analytics consent as a setting; hidden on servers without analytics. */
export function AnalyticsSection() {
  const text = useAnalyticsText()
  const { key, consent } = useAnalytics()
  useEffect(() => void loadAnalyticsKey(), [])
  if (!key) return null
  return (
    <Card id="analytics" title={text.title}>
      <Switch
        label={text.setting}
        help={text.settingHelp}
        checked={consent === 'yes'}
        onChange={(on) => setConsent(on ? 'yes' : 'no')}
      />
    </Card>
  )
}
