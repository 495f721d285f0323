/**
 * Steps back in the history, initiated by the page. The browser goes back some milliseconds after the request: history state
 * written until then would stay in the entry being left, so it is written again on arrival.
 */

interface HistoryWrite {
  state: unknown
  url: string | URL
  /** overwrites the entry at which the browser arrives; otherwise it makes one behind it */
  replace: boolean
}

/** After this time the browser has no entry to go back to. */
const ARRIVES_WITHIN_MS = 5000

/** set from the request to go back until the browser has arrived */
let arriving: ReturnType<typeof setTimeout> | undefined
let lastWrite: HistoryWrite | null = null
let later: (() => void)[] = []

const write = ({ state, url, replace }: HistoryWrite) =>
  history[replace ? 'replaceState' : 'pushState'](state, '', url)

function endWait() {
  clearTimeout(arriving)
  arriving = undefined
  lastWrite = null
  const waiting = later
  later = []
  for (const work of waiting) whenArrived(work)
}

function arrive() {
  if (lastWrite) write(lastWrite)
  endWait()
}
// at import, and so before the listeners that read this state; unit tests have no window
globalThis.addEventListener?.('popstate', arrive)

/** The entry in which the page still is goes. */
export const isGoingBack = () => arriving !== undefined

/** Runs work at once, or when a requested step back has completed. */
export function whenArrived(work: () => void) {
  if (arriving === undefined) work()
  else later.push(work)
}

/** Asks the browser to go back by one entry. */
export function goBack(): void {
  arriving = setTimeout(endWait, ARRIVES_WITHIN_MS)
  history.back()
}

/** Writes an entry of the history, also while the browser is still on its way back. */
export function writeHistory(state: unknown, url: string | URL, replace: boolean): void {
  if (arriving === undefined) {
    write({ state, url, replace })
    return
  }
  lastWrite = { state, url, replace: replace && (lastWrite?.replace ?? true) }
  write({ state, url, replace: true })
}
