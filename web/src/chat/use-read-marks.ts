import { type Chat, updateMessageStatus } from '@plumbline/contract/chat'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { call } from '../api/client.ts'
import { markStale } from '../api/query.ts'

/** a glance that is too short to read, and how often the server is told at most */
const PAUSE_MS = 400

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
const useIsVisible = () => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')

/** Says how far somebody has come; what could not be said is said with the next message. */
async function mark(chatId: string, messageId: string, status: 'READ' | 'DELIVERED'): Promise<boolean> {
  try {
    const params = { id: chatId, messageId }
    await call(updateMessageStatus, { params, body: { status } }, { redirects: false })
    await markStale(['chat.updated'])
    return true
  } catch {
    return false
  }
}

/** Tells how far one has read: the last message that was in view while the page was. */
export function useReadMarks(chat: Chat, seen: { id: string; position: number } | undefined) {
  const isVisible = useIsVisible()
  const marked = useRef(chat.read_position)
  const { id, position = 0 } = seen ?? {}
  useEffect(() => {
    if (!id || !isVisible || position <= Math.max(marked.current, chat.read_position)) return
    const timer = setTimeout(() => {
      const before = marked.current
      marked.current = position
      void mark(chat.id, id, 'READ').then((done) => {
        if (!done && marked.current === position) marked.current = before
      })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [chat.id, chat.read_position, id, position, isVisible])
}

const delivered = new Set<string>()

/** Tells that messages have come to this device, once for each newest one. */
export function useDelivered(chats: readonly Chat[] | undefined, me: string) {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { id, unread, last_message: last } of chats ?? []) {
        if (!last || unread === 0 || last.user_id === me || delivered.has(last.id)) continue
        if (last.status !== 'SENT') continue
        delivered.add(last.id)
        void mark(id, last.id, 'DELIVERED').then((done) => !done && delivered.delete(last.id))
      }
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [chats, me])
}
