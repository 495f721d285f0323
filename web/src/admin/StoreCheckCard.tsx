import {
  cancelStoreCheck,
  exportStoreCheck,
  getStoreCheck,
  type StoreCheck,
  startStoreCheck,
} from '@plumbline/contract/admin/store-check'
import type { ReplyOf } from '@plumbline/contract/http'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, urlOf } from '../api/client.ts'
import { LoadingState } from '../api/LoadingState.tsx'
import { buildReadOptions, useWrite } from '../api/query.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { formatFileSize } from '../ui/file-rules.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { useUiText } from '../ui/text.tsx'
import { exactTime, shortDateTime } from '../users/dates.ts'
import { refreshAdministration } from './admin-reads.ts'
import { FactList } from './FactList.tsx'
import { useUpkeepText } from './upkeep-text.ts'

const POLL_MS = 1500
const tones: Record<StoreCheck['state'], Tone> = {
  RUNNING: 'info',
  COMPLETED: 'neutral',
  CANCELLED: 'warning',
  FAILED: 'danger',
}

/** Starts the comparison of rows with stored files, and shows the last one. */
export function StoreCheckCard() {
  const text = useUpkeepText().storeCheck
  const [withSums, setWithSums] = useState(false)
  const { data, error, refetch } = useQuery<ReplyOf<typeof getStoreCheck>, ApiError>({
    ...buildReadOptions(getStoreCheck, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.check?.state === 'RUNNING' ? POLL_MS : false),
  })
  const onDone = () => void refreshAdministration()
  const start = useWrite(startStoreCheck, { onDone })
  const cancel = useWrite(cancelStoreCheck, { onDone })
  const check = data?.check
  return (
    <Card
      title={text.title}
      action={
        check?.state === 'RUNNING' ? (
          <Button loading={cancel.pending} onClick={() => cancel.run({})}>
            {text.cancel}
          </Button>
        ) : (
          <Button
            disabled={data === undefined}
            loading={start.pending}
            onClick={() => start.run({ body: { with_sums: withSums } })}
          >
            {text.start}
          </Button>
        )
      }
    >
      <p className="mb-3 text-text-muted">{text.hint}</p>
      <Checkbox label={text.withSums} help={text.withSumsHint} checked={withSums} onChange={setWithSums} />
      {data === undefined && <LoadingState error={error} onRetry={() => void refetch()} />}
      {check && <Result check={check} />}
    </Card>
  )
}

function Result({ check }: { check: StoreCheck }) {
  const text = useUpkeepText().storeCheck
  const { locale } = useUiText()
  const { state, findings } = check
  const number = new Intl.NumberFormat(locale)
  const without = `${number.format(check.without_row)} · ${formatFileSize(check.without_row_bytes, locale)}`
  const facts: [string, string][] = [
    [text.checked, number.format(check.checked)],
    [text.missing, number.format(check.missing)],
    [text.damaged, number.format(check.damaged)],
    [text.withoutRow, check.without_row > 0 ? without : '0'],
  ]
  const all = check.missing + check.damaged + check.without_row
  const isClean = state === 'COMPLETED' && check.missing + check.damaged === 0
  return (
    <div className="mt-4 flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2 text-13 text-text-muted" role="status">
        {state === 'RUNNING' && <Spinner />}
        <Badge tone={tones[state]}>{text.states[state]}</Badge>
        <time dateTime={check.started_at} title={exactTime(check.started_at)}>
          {text.started(shortDateTime(check.started_at))}
        </time>
        {check.with_sums && <span>{text.sums}</span>}
      </div>
      {check.error && (
        <Banner tone="danger">
          <span lang="en">{check.error}</span>
        </Banner>
      )}
      {isClean && <Banner tone="success">{text.inOrder}</Banner>}
      <FactList facts={facts} />
      {findings.length > 0 && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-13 text-text-muted">
              {findings.length < all ? text.shown(findings.length, all) : text.findings}
            </p>
            <ButtonLink size="small" href={urlOf(exportStoreCheck, {})} download>
              {text.csv}
            </ButtonLink>
          </div>
          <Findings findings={findings} />
        </>
      )}
    </div>
  )
}

function Findings({ findings }: { findings: StoreCheck['findings'] }) {
  const text = useUpkeepText().storeCheck
  const { locale } = useUiText()
  const formatSize = (bytes: number | null) => (bytes === null ? '–' : formatFileSize(bytes, locale))
  return (
    <ul aria-label={text.findings} className="max-h-100 divide-y divide-line overflow-y-auto">
      {findings.map(({ number, kind, subject, key, size, expected_size }) => (
        <li key={number} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2">
          <Badge tone={kind === 'WITHOUT_ROW' ? 'neutral' : 'danger'}>{text.kinds[kind]}</Badge>
          <div className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
            {subject && <p lang="en">{subject}</p>}
            <p className="text-13 text-text-muted">{key}</p>
          </div>
          <span className="text-13 text-text-muted tabular-nums">
            {kind === 'WRONG_SIZE' ? `${formatSize(size)} / ${formatSize(expected_size)}` : formatSize(size)}
          </span>
        </li>
      ))}
    </ul>
  )
}
