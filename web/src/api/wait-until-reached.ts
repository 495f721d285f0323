import { checkReach, serverReach } from './reach.ts'

/** Resolves when the server is reached; rejects when the signal aborts. */
export async function waitUntilReached(signal: AbortSignal): Promise<void> {
  while ((await checkReach()) !== 'REACHED') {
    signal.throwIfAborted()
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = serverReach.subscribe(resolve)
    const abort = () => resolve()
    signal.addEventListener('abort', abort, { once: true })
    await promise.finally(() => {
      stop()
      signal.removeEventListener('abort', abort)
    })
  }
  signal.throwIfAborted()
}
