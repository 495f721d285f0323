import { Frame } from '@plumbline/contract/events'
import { useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import { hearFrame, queryClient } from './query.ts'

/**
 * Live updates: one socket at /ws/updates. Every frame is broadcast inside the application as an `Updates` event and
 * marks stale the reads that hear it. After an error it reconnects in 5 s and resumes after the last frame it had.
 */

const RECONNECT_MS = 5000
/** how long the start of the application waits for the socket, so that no change falls between read and socket */
const PATIENCE_MS = 1500

let socket: WebSocket | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let last: number | null = null

const listeners = new Set<() => void>()
let connected = false

function setConnected(now: boolean) {
  connected = now
  for (const listener of listeners) listener()
}

/** For useSyncExternalStore: whether the socket is open. */
export const connection = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  isOpen: () => connected,
}

function receive(text: string) {
  const frame = z.safeParse(Frame, JSON.parse(text)).data
  if (!frame) return
  if (frame.id > 0) last = frame.id
  if (frame.type === 'reload') void queryClient.invalidateQueries()
  else hearFrame(frame)
  window.dispatchEvent(new CustomEvent('Updates', { detail: frame }))
}

function open(onReady: () => void) {
  const address = new URL('/ws/updates', location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  if (last !== null) address.searchParams.set('after', String(last))
  const own = new WebSocket(address)
  socket = own
  own.onmessage = (message) => {
    receive(String(message.data))
    onReady()
  }
  own.onopen = () => {
    setConnected(true)
    if (last !== null) onReady()
  }
  own.onclose = (event) => {
    if (socket !== own) return
    setConnected(false)
    onReady()
    // 4401: this session is over, the next call leads to the sign-in page
    if (event.code !== 4401) timer = setTimeout(() => open(() => {}), RECONNECT_MS)
  }
}

/** Opens the socket; resolves once it listens, or after a moment without it. */
export function connectLive(): Promise<void> {
  if (socket) return Promise.resolve()
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS)
    open(resolve)
  })
}

export function disconnectLive() {
  clearTimeout(timer)
  const closing = socket
  socket = null
  last = null
  closing?.close()
  setConnected(false)
}

/** Hears every frame while the component is there. */
export function useUpdates(hear: (frame: Frame) => void) {
  const latest = useEffectEvent(hear)
  useEffect(() => {
    const listener = (event: Event) => latest((event as CustomEvent<Frame>).detail)
    window.addEventListener('Updates', listener)
    return () => window.removeEventListener('Updates', listener)
  }, [])
}
