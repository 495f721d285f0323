import { getDiagnosis, getServerState, type Setting } from '@plumbline/contract/admin/server'
import type { ReplyOf } from '@plumbline/contract/http'
import { Stethoscope } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { LoadingState } from '../api/LoadingState.tsx'
import { toastError } from '../api/query.ts'
import { Badge } from '../ui/Badge.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { exactTime, shortDateTime } from '../users/dates.ts'
import { useAdminRead } from './admin-reads.ts'
import { FactList } from './FactList.tsx'
import { MaintenanceCard } from './MaintenanceCard.tsx'
import { useAdminText } from './text.ts'

/** Version, examination and settings of the server. */
export default function ServerPart() {
  const text = useAdminText()
  const { data, error, refetch } = useAdminRead(getServerState, {})
  return (
    <>
      <MaintenanceCard />
      {data ? <About state={data} /> : <LoadingState error={error} onRetry={() => void refetch()} />}
      <Examination />
      {data && (
        <Card title={text.settings}>
          <p className="mb-3 text-text-muted">{text.settingsHint}</p>
          <Settings settings={data.settings} />
        </Card>
      )}
    </>
  )
}

function About({ state }: { state: ReplyOf<typeof getServerState> }) {
  const text = useAdminText()
  const facts: [string, string | number][] = [
    [text.appVersion, state.version],
    ['Node.js', state.node],
    [text.startedAt, shortDateTime(state.started_at)],
    [text.migrations, state.migrations],
    [text.schema, state.schema],
  ]
  return (
    <Card title={text.about}>
      <p className="mb-3 text-text-muted">{text.aboutHint}</p>
      <FactList facts={facts} wideLast />
    </Card>
  )
}

function Examination() {
  const text = useAdminText()
  const [found, setFound] = useState<ReplyOf<typeof getDiagnosis>>()
  const [waiting, setWaiting] = useState(false)
  async function examine() {
    setWaiting(true)
    try {
      setFound(await call(getDiagnosis, {}))
    } catch (error) {
      toastError(error)
    } finally {
      setWaiting(false)
    }
  }
  return (
    <Card
      title={text.examination}
      action={
        <Button icon={<Stethoscope aria-hidden />} loading={waiting} onClick={() => void examine()}>
          {text.examine}
        </Button>
      }
    >
      <p className="text-text-muted">{text.examinationHint}</p>
      <div role="status" className="mt-3 flex flex-col gap-3 empty:hidden">
        {found && (
          <p className="text-13 text-text-muted" title={exactTime(found.examined_at)}>
            {text.examinedAt(shortDateTime(found.examined_at))}
          </p>
        )}
        {found?.findings.length === 0 && <Banner tone="success">{text.healthy}</Banner>}
        {found && found.findings.length > 0 && (
          <ul aria-label={text.examination} className="divide-y divide-line">
            {found.findings.map(({ level, text: sentence }) => (
              <li key={sentence} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2">
                <Badge tone={level === 'BROKEN' ? 'danger' : 'warning'}>{text.levels[level]}</Badge>
                <span lang="en" className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
                  {sentence}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function Settings({ settings }: { settings: Setting[] }) {
  const text = useAdminText()
  return (
    <dl className="divide-y divide-line">
      {settings.map(({ name, value, from }) => (
        <div key={name} className="grid gap-x-4 py-2 sm:grid-cols-[16rem_minmax(0,1fr)_auto]">
          <dt className="font-mono text-13 [overflow-wrap:anywhere]">{name}</dt>
          <dd className="text-13 [overflow-wrap:anywhere]">
            {value || <span className="text-text-muted">{value === null ? text.hidden : text.notSet}</span>}
          </dd>
          <dd>
            <Badge tone={from === 'ENVIRONMENT' ? 'info' : 'neutral'}>{text.sources[from]}</Badge>
          </dd>
        </div>
      ))}
    </dl>
  )
}
