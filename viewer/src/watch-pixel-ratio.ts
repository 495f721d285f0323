/**
 * Calls `onChange` when the window is moved to a screen with another pixel ratio, which no ResizeObserver reports. Returns the
 * function that removes the listener.
 */
export function watchPixelRatio(onChange: () => void): () => void {
  const stop = new AbortController()
  const watch = () => {
    // The query is true for one ratio only, so each change needs a new one.
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    const change = () => {
      watch()
      onChange()
    }
    query.addEventListener('change', change, { once: true, signal: stop.signal })
  }
  watch()
  return () => stop.abort()
}
