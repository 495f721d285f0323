import { startTransition, useEffect, useState } from 'react'
import { queryClient } from './query.ts'

/** Background work waits until the first page has loaded its data, so that a slow network serves the page first. */

/** time without a read in progress after which the page counts as read */
const QUIET_MS = 300
/** background work starts after this time even if a read hangs */
const LONGEST_WAIT_MS = 10_000

let isRead = false
let isWatching = false
const listeners = new Set<() => void>()

function watch() {
  isWatching = true
  let quiet: ReturnType<typeof setTimeout> | undefined
  const finish = () => {
    clearTimeout(quiet)
    clearTimeout(longest)
    unsubscribe()
    isRead = true
    for (const listener of listeners) listener()
  }
  const restart = () => {
    clearTimeout(quiet)
    if (queryClient.isFetching() === 0) quiet = setTimeout(finish, QUIET_MS)
  }
  const longest = setTimeout(finish, LONGEST_WAIT_MS)
  const unsubscribe = queryClient.getQueryCache().subscribe(restart)
  restart()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (!isWatching) watch()
  return () => void listeners.delete(listener)
}

/** Whether the first page of this visit has read its data; stays true from then on. */
export function useIsFirstPageRead(): boolean {
  const [value, setValue] = useState(isRead)
  useEffect(() => {
    // the background work is drawn in pieces between which the browser answers input
    const update = () => startTransition(() => setValue(isRead))
    update()
    return subscribe(update)
  }, [])
  return value
}

/** Runs `work` once the first page of this visit has read its data. */
export function afterFirstPage(work: () => void): void {
  const stop = subscribe(finish)
  function finish() {
    stop()
    work()
  }
  if (isRead) finish()
}
