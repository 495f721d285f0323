import { goBack, isGoingBack, whenArrived, writeHistory } from '../ui/go-back.ts'
import { randomId } from './random-id.ts'

/** State stored in an entry of the browser's history, in addition to its address. */
interface EntryState {
  entry?: string
  /** the address before the step that this entry is */
  from?: string
  /** set by an open dialog; the next page takes over its entry (ui/use-back-closes.ts) */
  layer?: string
}

const readState = () => (history.state ?? {}) as EntryState

/** set from the end of a step until the browser has gone back */
let leaving: ReturnType<typeof setTimeout> | undefined

export const readHistoryEntry = () => readState().entry ?? ''

export const isStepFrom = (href: string) => readState().from === href

/** Makes an entry of the address, or overwrites the present one. `from`: the address that the entry is a step from. */
export function writeHistoryEntry(url: URL, options: { replace: boolean; from: string | undefined }): void {
  const { entry, from, layer } = readState()
  // ending a step or closing a dialog and then navigating leaves no entry of either behind
  const takesOver = !isGoingBack() && (layer !== undefined || leaving !== undefined)
  clearTimeout(leaving)
  leaving = undefined
  const state: EntryState = options.replace
    ? { entry: entry || randomId(), from }
    : { entry: randomId(), from: options.from }
  writeHistory(state, url, options.replace || takesOver)
}

/** Goes back to the address before the step, unless a navigation follows at once. */
export function leaveStep(): void {
  clearTimeout(leaving)
  leaving = setTimeout(() => {
    leaving = undefined
    whenArrived(goBack)
  })
}
