import { getProject } from '@plumbline/contract/projects/projects'
import type { QueryCacheNotifyEvent } from '@tanstack/react-query'
import { ApiError } from '../api/client.ts'
import { forgetKeptProject } from '../api/kept-files.ts'
import { answeredHere, keepReads } from '../api/kept-reads.ts'
import { queryClient } from '../api/query.ts'
import type { KeptRead } from '../api/reads-store.ts'

/** Copies the server's answers to this device, a moment later and many at once. */

const WAIT_MS = 800

/** Paths of data used on site. Secrets, invitations, access codes, payments and sessions are never stored. */
const KEPT_PATH =
  /^\/api\/(me$|project(\/|$)|v2\/|user$|chat|notification(\/count)?$|marker\/|settings\/|team\/:id\/(member|project)$)/
const NEVER_KEPT = /\/(access|invite|webhook|check|export|bcf|trash|lookup|token|search|connection)(\/|$)/

/** Whether the answers of a path of the contract may stay on the device. */
export const mayKeepReads = (path: string) => KEPT_PATH.test(path) && !NEVER_KEPT.test(path)

const waiting = new Map<string, readonly unknown[]>()
let isWriting = false

async function writeWaiting() {
  const rows = [...waiting].flatMap(([key, queryKey]): KeptRead[] => {
    const query = queryClient.getQueryCache().find({ queryKey })
    if (query?.state.data === undefined) return []
    const project_id = (query.meta?.project_id as string | null | undefined) ?? null
    return [{ key, project_id, at: query.state.dataUpdatedAt, text: JSON.stringify(query.state.data) }]
  })
  waiting.clear()
  await keepReads(rows).catch(() => undefined)
}

function keepLater(queryKey: readonly unknown[]) {
  if (!mayKeepReads(String(queryKey[0]))) return
  waiting.set(JSON.stringify(queryKey), queryKey)
  if (isWriting) return
  isWriting = true
  setTimeout(() => {
    isWriting = false
    void writeWaiting()
  }, WAIT_MS)
}

/** When the person may no longer read a project, deletes its cached data, except what they wrote. */
function forgetLostProject({ queryKey, state, meta }: QueryCacheNotifyEvent['query']) {
  const { error } = state
  const isLost = error instanceof ApiError && [403, 404].includes(error.status)
  const projectId = meta?.project_id
  if (queryKey[0] !== getProject.path || !isLost || typeof projectId !== 'string') return
  void forgetKeptProject(projectId).catch(() => undefined)
}

function hear(event: QueryCacheNotifyEvent) {
  if (event.type !== 'updated') return
  if (event.action.type === 'error') forgetLostProject(event.query)
  if (event.action.type !== 'success') return
  const { queryKey } = event.query
  if (!answeredHere.receive(queryKey)) keepLater(queryKey)
}

/** Stores answers read so far and from now on. */
export function startKeepingReads() {
  queryClient.getQueryCache().subscribe(hear)
  for (const { queryKey, state } of queryClient.getQueryCache().getAll())
    if (state.status === 'success' && !answeredHere.receive(queryKey)) keepLater(queryKey)
}

/** Reads again from the server what was answered from this device. */
export function refreshKeptReads() {
  for (const queryKey of answeredHere.take()) void queryClient.invalidateQueries({ queryKey, exact: true })
}
