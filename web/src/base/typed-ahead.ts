/** time within which loaded code must be shown: otherwise it failed, and the page gets the keys again */
const SHOWN_WITHIN_MS = 500

/** Collects keys typed for a dialog before its code has loaded: they would act as shortcuts of the page. */
function createTypedAhead() {
  let typed = ''
  let isShown = false
  let listener: ((event: KeyboardEvent) => void) | null = null

  function stopCollecting() {
    if (listener) removeEventListener('keydown', listener, true)
    listener = null
    typed = ''
  }
  return {
    /** Collects the keys that are typed until the dialog is shown for the first time, or until `loaded` settles without it. */
    collect(loaded: Promise<void>) {
      if (isShown || listener) return
      listener = (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        if (event.key === 'Backspace') typed = typed.slice(0, -1)
        else if (event.key.length === 1) typed += event.key
        else return
        event.preventDefault()
        event.stopPropagation()
      }
      addEventListener('keydown', listener, true)
      void loaded.then(() => setTimeout(stopCollecting, SHOWN_WITHIN_MS))
    },
    read: (): string => typed,
    /** The dialog is shown and takes the keys itself. */
    stop() {
      isShown = true
      stopCollecting()
    },
  }
}

export const typedForPalette = createTypedAhead()
export const typedForNewIssue = createTypedAhead()
/** the card of the 3D view */
export const typedForIssueCard = createTypedAhead()
