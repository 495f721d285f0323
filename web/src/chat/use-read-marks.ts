import { type Chat, listChats, updateMessageStatus } from '@plumbline/contract/chat/chat'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { call } from '../api/client.ts'
import { markStale } from '../api/query.ts'

/** Shortest time in ms in which a message counts as read, and between two reports to the server. */
const PAUSE_MS = 400

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
const useIsVisible = () => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')

/** Reports how far the person has read or received; resolves to false on failure, and the next message reports again. */
async function reportStatus(
  chatId: string,
  messageId: string,
  status: 'READ' | 'DELIVERED',
): Promise<boolean> {
  try {
    const params = { id: chatId, messageId }
    await call(updateMessageStatus, { params, body: { status } }, { redirects: false })
    await markStale(['chat.updated'])
    return true
  } catch {
    return false
  }
}

/** Longer pauses in larger conversations, because every report is broadcast to all members. */
const computePause = (chat: Chat) => PAUSE_MS + 20 * chat.members.length

/** Reports the last message that was on screen while the page was visible as read. */
export function useReadMarks(chat: Chat, seen: { id: string; position: number } | undefined) {
  const isVisible = useIsVisible()
  const marked = useRef(chat.read_position)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const say = useEffectEvent(() => {
    timer.current = undefined
    const before = Math.max(marked.current, chat.read_position)
    if (!seen || !isVisible || seen.position <= before) return
    const { id, position } = seen
    marked.current = position
    void reportStatus(chat.id, id, 'READ').then((done) => {
      if (!done && marked.current === position) marked.current = before
    })
  })
  const { position = 0 } = seen ?? {}
  useEffect(() => {
    // a pending report sends the latest position when it fires
    if (isVisible && position > marked.current) timer.current ??= setTimeout(say, computePause(chat))
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}

/** Reports the newest messages of all conversations as delivered to this device. */
export async function reportDelivered(me: string): Promise<void> {
  const chats = await call(listChats, {}, { redirects: false }).catch(() => [])
  for (const { id, unread, last_message: last } of chats)
    if (last?.status === 'SENT' && unread > 0 && last.user_id !== me)
      await reportStatus(id, last.id, 'DELIVERED')
}
