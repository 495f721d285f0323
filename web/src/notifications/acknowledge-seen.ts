import type { BodyOf } from '@plumbline/contract/http'
import { acknowledgeAll } from '@plumbline/contract/notifications/notifications'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../api/client.ts'
import { markStale } from '../api/query.ts'

/** Acknowledges the notifications about the content on screen. */

type NotificationSubjects = Pick<
  BodyOf<typeof acknowledgeAll>,
  'project_id' | 'bim_file_header_ids' | 'issue_number'
>

/** The notification subjects that a URL shows: models, a drawing or mesh, or an issue; null for other pages. */
export function findPageSubjects({
  pathname,
  search,
}: {
  pathname: string
  search: string
}): NotificationSubjects | null {
  const [, project_id = '', part, id] = /^\/project\/([^/]+)\/(\w+)(?:\/([^/]+))?$/.exec(pathname) ?? []
  const models = new URLSearchParams(search).get('models')?.split(',')
  if (part === 'viewer' && models) return { project_id, bim_file_header_ids: models }
  if (part === 'models' && id) return { project_id, bim_file_header_ids: [id] }
  if (part === 'issues' && id && /^\d+$/.test(id)) return { project_id, issue_number: Number(id) }
  return null
}

/** Fails silently: the notifications stay new. */
export async function acknowledgeSeen(body: NotificationSubjects): Promise<void> {
  const done = await call(acknowledgeAll, { body }).catch(() => null)
  if (done?.acknowledged) await markStale(['notification.updated'])
}

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Acknowledges the subject of the current page when it opens or when something new arrives. */
export function useAcknowledgeSeen(place: { pathname: string; search: string }, fresh: number) {
  const visible = useSyncExternalStore(onVisibility, () => !document.hidden)
  const about = JSON.stringify(findPageSubjects(place))
  useEffect(() => {
    if (visible && fresh > 0 && about !== 'null')
      void acknowledgeSeen(JSON.parse(about) as NotificationSubjects)
  }, [about, fresh, visible])
}

const DELAY_MS = 1000

/** Delays increases of a count by DELAY_MS, so that a notification acknowledged on arrival never shows in the badge. */
export function useDelayedCount(count: number): number {
  const [settled, setSettled] = useState(count)
  if (count < settled) setSettled(count)
  useEffect(() => {
    if (count <= settled) return
    const timer = setTimeout(setSettled, DELAY_MS, count)
    return () => clearTimeout(timer)
  }, [count, settled])
  return Math.min(count, settled)
}
