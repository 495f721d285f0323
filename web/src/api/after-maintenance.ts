import { ApiError } from './client.ts'
import { MAINTENANCE_POLL_MS, maintenanceRead, onMaintenanceEnd } from './maintenance.ts'
import { queryClient } from './query.ts'
import { parseTusRefusal } from './tus-refusal.ts'

/** For work refused during maintenance of the server, which continues afterwards. */

/** Whether a write or an upload was refused only because the server is under maintenance. */
export function isMaintenanceRefusal(error: unknown): boolean {
  const refusal = error instanceof ApiError ? error : error instanceof Error ? parseTusRefusal(error) : null
  return refusal?.reason?.code === 'server_maintenance'
}

/** Resolves when the server is not, or no longer, under maintenance; rejects when the signal aborts. */
export async function waitUntilMaintenanceEnds(signal: AbortSignal): Promise<void> {
  for (;;) {
    const current = await queryClient.fetchQuery(maintenanceRead).catch(() => undefined)
    signal.throwIfAborted()
    if (current === null) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const stop = onMaintenanceEnd(resolve)
    const abort = () => reject(signal.reason)
    const timer = setTimeout(resolve, MAINTENANCE_POLL_MS)
    signal.addEventListener('abort', abort, { once: true })
    await promise.finally(() => {
      stop()
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    })
  }
}
