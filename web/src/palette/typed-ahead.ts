/** What is typed for the palette before its code has come: it would act as shortcuts of the page. */

let typed = ''
let isShown = false
let collect: ((event: KeyboardEvent) => void) | null = null

/** time in which code that has come is shown: otherwise it failed, and the keys are the page's again */
const SHOWN_WITHIN_MS = 500

/** Collects the keys that are typed until the palette is shown for the first time, or until `loaded` settles without it. */
export function collectTypedAhead(loaded: Promise<void>): void {
  if (isShown || collect) return
  collect = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', collect, true)
  void loaded.then(() => setTimeout(stopCollecting, SHOWN_WITHIN_MS))
}

function stopCollecting() {
  if (collect) removeEventListener('keydown', collect, true)
  collect = null
  typed = ''
}

export const readTypedAhead = (): string => typed

/** The palette is shown and takes the keys itself. */
export function stopTypedAhead(): void {
  isShown = true
  stopCollecting()
}
