import { sayTyping } from '@plumbline/contract/chat/chat'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { useUpdates } from '../api/live.ts'

/** shortest time between two typing events sent */
const SEND_EVERY_MS = 4000
/** time after which a received typing event expires */
const EXPIRE_MS = 6000

/** Ids of the people writing in a conversation, in the order in which they started. */
export function useTyping(chatId: string): readonly string[] {
  const [until, setUntil] = useState<ReadonlyMap<string, number>>(new Map())
  useUpdates(({ type, data }) => {
    const { chat_id, user_id } = data as { chat_id?: string; user_id?: string }
    if (chat_id !== chatId) return
    if (type === 'chat.typing' && user_id) setUntil(new Map(until).set(user_id, Date.now() + EXPIRE_MS))
    // the frame does not name the author, so everybody is cleared; who still writes sends another event soon
    if (type === 'chat.message') setUntil(new Map())
  })
  useEffect(() => {
    if (until.size === 0) return
    const next = Math.min(...until.values()) - Date.now()
    const timer = setTimeout(
      () => setUntil(new Map([...until].filter(([, time]) => time > Date.now()))),
      Math.max(0, next) + 50,
    )
    return () => clearTimeout(timer)
  }, [until])
  return [...until.keys()]
}

/** Returns a function that sends a typing event, at most once per SEND_EVERY_MS. */
export function useSendTyping(chatId: string): () => void {
  const lastSent = useRef(0)
  return () => {
    if (Date.now() - lastSent.current < SEND_EVERY_MS) return
    lastSent.current = Date.now()
    // a lost typing event does no harm
    void call(sayTyping, { params: { id: chatId } }, { redirects: false }).catch(() => undefined)
  }
}
