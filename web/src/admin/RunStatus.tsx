import {
  type BackgroundRun,
  cancelBackgroundRun,
  getBackgroundRun,
  type RunFailure,
  type RunKind,
  setBackgroundRunPaused,
} from '@plumbline/contract/admin/background-run'
import type { ReplyOf } from '@plumbline/contract/http'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../api/client.ts'
import { buildReadOptions, useWrite } from '../api/query.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useUiText } from '../ui/text.tsx'
import { exactTime, shortDateTime } from '../users/dates.ts'
import { refreshAdministration } from './admin-reads.ts'
import { FactList } from './FactList.tsx'
import { useRunsText } from './runs-text.ts'

const POLL_MS = 1500
const tones: Record<BackgroundRun['state'], Tone> = {
  RUNNING: 'info',
  PAUSED: 'warning',
  COMPLETED: 'neutral',
  CANCELLED: 'warning',
}
type RunReply = ReplyOf<typeof getBackgroundRun>

export const isOpenRun = (run: BackgroundRun | null | undefined): boolean =>
  run?.state === 'RUNNING' || run?.state === 'PAUSED'

/** The open run of a kind or the last one; read again while it runs. */
export const useRun = (kind: RunKind) =>
  useQuery<RunReply, ApiError>({
    ...buildReadOptions(getBackgroundRun, { query: { kind } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.run?.state === 'RUNNING' ? POLL_MS : false),
  })

/**
 * A run with its progress, and what failed in it.
 *
 *     <RunStatus kind="RECONVERSION" reply={data} />
 */
export function RunStatus({ kind, reply: { run, failures } }: { kind: RunKind; reply: RunReply }) {
  const text = useRunsText().run
  const { locale } = useUiText()
  if (!run || run.items === 0) return null
  const number = new Intl.NumberFormat(locale)
  const ended = run.done + run.skipped + run.failed
  const facts: [string, ReactNode][] = [
    [text.done, number.format(run.done)],
    [text.failed, number.format(run.failed)],
    [
      text.skipped,
      <span key="skipped" title={text.skippedHint}>
        {number.format(run.skipped)}
      </span>,
    ],
    [text.left, number.format(run.items - ended)],
  ]
  return (
    <div className="mt-4 flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex flex-wrap items-center gap-2 text-13 text-text-muted" role="status">
          {run.state === 'RUNNING' && <Spinner />}
          <Badge tone={tones[run.state]}>{text.states[run.state]}</Badge>
          {run.scope && <span className="[overflow-wrap:anywhere]">{run.scope.name}</span>}
          <time dateTime={run.started_at} title={exactTime(run.started_at)}>
            {text.started(shortDateTime(run.started_at))}
          </time>
        </div>
        {isOpenRun(run) && <RunActs kind={kind} isPaused={run.state === 'PAUSED'} />}
      </div>
      {isOpenRun(run) && (
        <Progress
          label={text.progress}
          value={Math.floor((ended / run.items) * 100)}
          detail={text.of(ended, run.items)}
        />
      )}
      <FactList facts={facts} />
      {failures.length > 0 && <Failures failures={failures} all={run.failed} />}
    </div>
  )
}

function RunActs({ kind, isPaused }: { kind: RunKind; isPaused: boolean }) {
  const text = useRunsText().run
  const onDone = () => void refreshAdministration()
  const pause = useWrite(setBackgroundRunPaused, { onDone })
  const cancel = useWrite(cancelBackgroundRun, { onDone })
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="small"
        loading={pause.pending}
        onClick={() => pause.run({ body: { kind, is_paused: !isPaused } })}
      >
        {isPaused ? text.resume : text.pause}
      </Button>
      <Button size="small" loading={cancel.pending} onClick={() => cancel.run({ body: { kind } })}>
        {text.cancel}
      </Button>
    </div>
  )
}

function Failures({ failures, all }: { failures: RunFailure[]; all: number }) {
  const text = useRunsText().run
  return (
    <div>
      <p className="text-13 text-text-muted">
        {failures.length < all ? text.shown(failures.length, all) : text.failures}
      </p>
      <ul aria-label={text.failures} className="max-h-100 divide-y divide-line overflow-y-auto">
        {failures.map(({ number, name, version, project_name, company, code, message, hint }) => (
          <li key={number} className="py-2 [overflow-wrap:anywhere]">
            <p className="font-medium">{name}</p>
            <p className="text-13 text-text-muted">
              {[company, project_name, ...(version === null ? [] : [text.version(version)])].join(' · ')}
            </p>
            <p className="mt-1" lang="en">
              <code className="text-13 text-danger">{code}</code> {message}
            </p>
            {hint && (
              <p className="text-13 text-text-muted" lang="en">
                {hint}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
