import { useEffect, useRef } from 'react'
import { useMe } from '../api/session.ts'
import { queueOf } from './own-queue.ts'
import { tellDelivered } from './use-read-marks.ts'

/** how often it is said at most that messages have come */
const PAUSE_MS = 1500

/** What goes on wherever one is: the queue sends what it has, and others learn that their messages have come. */
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
