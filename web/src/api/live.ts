import { type EventData, EventFrame, socketCloses } from '@plumbline/contract/events'
import { useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import { buildSocketUrl, takeEarlySocket } from '../base/early-socket.ts'
import { markAllStale, markStaleByFrame, queryClient } from './query.ts'

/**
 * Live updates over one WebSocket at /ws/updates. Each frame is dispatched as an `Updates` event on the window and marks
 * the reads that hear its type as stale. After an error the socket reconnects in 5 s and resumes after its last frame.
 */

const RECONNECT_MS = 5000
/** spread of reconnects after a server that announced its end, so that not all clients return at the same moment */
const JITTER_MS = 5000
const CROWDED_MS = 60_000
/** how long start-up waits for the socket, so that no change is missed between the first read and the socket */
const START_TIMEOUT_MS = 1500

export type PresenceData = EventData<'presence.updated'>

let socket: WebSocket | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let last: number | null = null
/** reads may have been answered before the socket was open */
let hasRead = false
/** the socket opened without a frame to resume after, and has not received its `hello` yet */
let isFresh = false
let here: string | null = null

const listeners = new Set<() => void>()
let connected = false
/** kept in this module, because the components that show it may load after the frame arrives */
let present: ReadonlyMap<string, PresenceData> = new Map()

function changed(open: boolean, now = present) {
  connected = open
  present = now
  for (const listener of listeners) listener()
}

/** Stores for useSyncExternalStore: whether the socket is open, and who is present per project. */
export const connection = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  isOpen: () => connected,
  present: () => present,
}

function receive(text: string) {
  const frame = z.safeParse(EventFrame, JSON.parse(text)).data
  if (!frame) return
  const { id, type, project_id } = frame
  if (id > 0 || type === 'hello') last = id
  if (type === 'presence.updated' && project_id)
    changed(true, new Map(present).set(project_id, frame.data as PresenceData))
  // changes between the first reads and a late socket are unknown
  else if (type === 'reload' || (type === 'hello' && isFresh && hasRead)) void markAllStale()
  else if (type !== 'hello') markStaleByFrame(frame)
  if (type === 'hello') isFresh = false
  window.dispatchEvent(new CustomEvent('Updates', { detail: frame }))
}

function computeReconnectDelay(code: number): number {
  if (code === socketCloses.tooMany.code) return CROWDED_MS
  return RECONNECT_MS + ([1001, 1012].includes(code) ? Math.random() * JITTER_MS : 0)
}

const sendShownProject = () => socket?.send(JSON.stringify({ here }))

/** Sends the server the project that this page shows, for presence. */
export function setShownProject(projectId: string | null) {
  if (here === projectId) return
  here = projectId
  if (connected) sendShownProject()
}

function open(onReady: () => void) {
  clearTimeout(timer)
  timer = undefined
  const address = buildSocketUrl()
  const resumes = last !== null
  isFresh = !resumes
  if (resumes) address.searchParams.set('after', String(last))
  const early = resumes ? null : takeEarlySocket()
  const own = early?.socket ?? new WebSocket(address)
  socket = own
  const hear = (text: string) => {
    if (socket !== own) return
    receive(text)
    onReady()
  }
  own.onmessage = (message) => hear(String(message.data))
  own.onopen = () => {
    if (socket !== own) return
    changed(true, new Map())
    if (here) sendShownProject()
    if (resumes) onReady()
  }
  own.onclose = ({ code }) => {
    if (socket !== own) return
    changed(false, new Map())
    onReady()
    if (code !== socketCloses.signedOut.code) {
      timer = setTimeout(reopen, computeReconnectDelay(code))
      return
    }
    // whoever signs in on this page opens another socket
    disconnectLive()
    // these reads get a 401, which redirects to the sign-in page
    void queryClient.invalidateQueries()
  }
  if (!early) return
  if (own.readyState === WebSocket.OPEN) own.onopen(new Event('open'))
  for (const text of early.messages) hear(text)
}

const reopen = () => open(() => {})

/** Reconnects without waiting when the network returns or the page becomes visible. */
function reconnectNow() {
  if (timer && !document.hidden) reopen()
}

/** Opens the socket. Resolves when it is open, or after START_TIMEOUT_MS without it. */
export function connectLive(): Promise<void> {
  if (socket) return Promise.resolve()
  window.addEventListener('online', reconnectNow)
  document.addEventListener('visibilitychange', reconnectNow)
  return new Promise<void>((resolve) => {
    setTimeout(resolve, START_TIMEOUT_MS)
    open(resolve)
  }).then(() => {
    hasRead = true
  })
}

export function disconnectLive() {
  window.removeEventListener('online', reconnectNow)
  document.removeEventListener('visibilitychange', reconnectNow)
  clearTimeout(timer)
  timer = undefined
  const closing = socket
  socket = null
  last = null
  hasRead = false
  closing?.close()
  changed(false, new Map())
}

/** Calls `hear` with every frame while the component is mounted. */
export function useUpdates(hear: (frame: EventFrame) => void) {
  const latest = useEffectEvent(hear)
  useEffect(() => {
    const listener = (event: Event) => latest((event as CustomEvent<EventFrame>).detail)
    window.addEventListener('Updates', listener)
    return () => window.removeEventListener('Updates', listener)
  }, [])
}
