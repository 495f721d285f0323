import { sayTyping } from '@plumbline/contract/chat/chat'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { useUpdates } from '../api/live.ts'

/** how often it is said, and how long it is believed */
const SAY_MS = 4000
const BELIEVE_MS = 6000

/** Who is writing in a conversation at the moment, in the order in which they began. */
export function useTyping(chatId: string): readonly string[] {
  const [until, setUntil] = useState<ReadonlyMap<string, number>>(new Map())
  useUpdates(({ type, data }) => {
    const { chat_id, user_id } = data as { chat_id?: string; user_id?: string }
    if (chat_id !== chatId) return
    if (type === 'chat.typing' && user_id) setUntil(new Map(until).set(user_id, Date.now() + BELIEVE_MS))
    // whose message it is the frame does not say; who goes on writing says so again soon
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

/** Says that one is writing, not more often than others need to hear it. */
export function useSayTyping(chatId: string): () => void {
  const said = useRef(0)
  return () => {
    if (Date.now() - said.current < SAY_MS) return
    said.current = Date.now()
    // a hint: when it does not get there nothing is lost
    void call(sayTyping, { params: { id: chatId } }, { redirects: false }).catch(() => undefined)
  }
}
