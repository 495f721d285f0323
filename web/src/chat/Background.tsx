import { useEffect, useRef } from 'react'
import { useMe } from '../api/session.ts'
import { queueOf } from './own-queue.ts'
import { tellDelivered } from './use-read-marks.ts'

/** shortest time between two delivery reports, in ms */
const PAUSE_MS = 1500

/** Runs on every page: sends the queued messages and reports incoming ones as delivered. */
export default function Background({ unread }: { unread: number }) {
  const me = useMe()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => void queueOf(me.id), [me.id])
  useEffect(() => {
    if (unread === 0) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void tellDelivered(me.id)
    }, PAUSE_MS)
  }, [unread, me.id])
  useEffect(() => () => clearTimeout(timer.current), [])
  return null
}
