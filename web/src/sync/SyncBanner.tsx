import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError, isUnreachable } from '../api/client.ts'
import { answeredHere } from '../api/kept-reads.ts'
import { type Reach, serverReach } from '../api/reach.ts'
import { useWaitingOperations } from '../api/waiting.ts'
import { appUpdate } from '../base/app-update.ts'
import { goTo } from '../base/go-to.ts'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { clockTime, shortDateTime } from '../users/dates.ts'
import { mayKeepReads } from './keep-reads.ts'
import { sessionEnded } from './session-ended.ts'
import { useSyncStatusText } from './status-text.ts'

interface ShownState {
  /** time of the oldest answer from this device; null without one */
  oldest: number | null
  /** whether a page lacks data that this device could have stored */
  isMissing: boolean
}

function computeShownState(client: QueryClient): ShownState {
  const shown = client.getQueryCache().findAll({ type: 'active' })
  const ages = shown.flatMap(({ queryKey }) => answeredHere.at(queryKey) ?? [])
  return {
    oldest: ages.length > 0 ? Math.min(...ages) : null,
    // data that is never stored on a device, such as presence, does not count as missing
    isMissing: shown.some(
      ({ queryKey, state }) =>
        mayKeepReads(String(queryKey[0])) &&
        state.data === undefined &&
        state.error instanceof ApiError &&
        isUnreachable(state.error),
    ),
  }
}

/** The age of the shown data. Computed once for all events of the query cache in a task: a read causes many. */
function useShownState(): ShownState {
  const client = useQueryClient()
  const [state, setState] = useState(() => computeShownState(client))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      timer = undefined
      const next = computeShownState(client)
      const isSame = (before: ShownState) =>
        before.oldest === next.oldest && before.isMissing === next.isMissing
      setState((before) => (isSame(before) ? before : next))
    }
    const schedule = () => {
      timer ??= setTimeout(update)
    }
    schedule()
    const stops = [client.getQueryCache().subscribe(schedule), answeredHere.subscribe(schedule)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [client])
  return state
}

function formatMoment(ms: number): string {
  const moment = new Date(ms)
  const iso = moment.toISOString()
  return moment.toDateString() === new Date().toDateString() ? clockTime(iso) : shortDateTime(iso)
}

function UnreachedBanner({ reach }: { reach: Exclude<Reach, 'REACHED'> }) {
  const text = useSyncStatusText()
  const { oldest, isMissing } = useShownState()
  const asOf = oldest ?? serverReach.lostAt()
  const said = [
    text.reach[reach],
    asOf !== null && text.asOf(formatMoment(asOf)),
    isMissing && text.notHere,
    text.kept,
  ]
  return <Banner tone="warning">{said.filter(Boolean).join(' ')}</Banner>
}

function logIn() {
  storage.setWanted(location.pathname + location.search)
  goTo(paths.login)
}

/** Above every page: no connection and how old the page is, an ended session, a newer version. */
export default function SyncBanner() {
  const text = useSyncStatusText()
  const reach = useSyncExternalStore(serverReach.subscribe, serverReach.read)
  const hasEnded = useSyncExternalStore(sessionEnded.subscribe, sessionEnded.read)
  const isUpdateReady = useSyncExternalStore(appUpdate.subscribe, appUpdate.isReady)
  const isWaiting = useWaitingOperations().length > 0
  return (
    <div className="flex flex-none flex-col gap-2 px-4 py-2 empty:hidden print:hidden sm:px-6">
      {reach !== 'REACHED' && <UnreachedBanner reach={reach} />}
      {hasEnded && isWaiting && (
        <Banner
          tone="warning"
          action={
            <Button size="small" onClick={logIn}>
              {text.logIn}
            </Button>
          }
        >
          {text.sessionEnded}
        </Banner>
      )}
      {isUpdateReady && reach === 'REACHED' && (
        <Banner
          action={
            <Button size="small" onClick={appUpdate.start}>
              {text.updateNow}
            </Button>
          }
        >
          {text.updateReady}
        </Banner>
      )}
    </div>
  )
}
