import { useEffect, useRef } from 'react'
import { useMe } from '../api/session.ts'
import { reportDelivered } from './use-read-marks.ts'

/** shortest time between two delivery reports, in ms */
const PAUSE_MS = 1500

/** Runs on every page: reports incoming messages as delivered. */
export default function ChatBackground({ unread }: { unread: number }) {
  const me = useMe()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (unread === 0) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void reportDelivered(me.id)
    }, PAUSE_MS)
  }, [unread, me.id])
  useEffect(() => () => clearTimeout(timer.current), [])
  return null
}
