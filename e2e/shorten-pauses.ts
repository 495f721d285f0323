import type { BrowserContext } from '@playwright/test'

/** Ends pauses of these lengths after a tenth of the time, in pages that the context opens from now on. */
export const shortenPauses = (context: BrowserContext, lengths_ms: number[]) =>
  context.addInitScript((lengths) => {
    const { setTimeout, setInterval } = window
    const shorten = (ms?: number) => (lengths.includes(ms ?? 0) ? (ms ?? 0) / 10 : ms)
    window.setTimeout = ((act: TimerHandler, ms?: number, ...rest: unknown[]) =>
      setTimeout(act, shorten(ms), ...rest)) as typeof window.setTimeout
    window.setInterval = ((act: TimerHandler, ms?: number, ...rest: unknown[]) =>
      setInterval(act, shorten(ms), ...rest)) as typeof window.setInterval
  }, lengths_ms)
