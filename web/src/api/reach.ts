/** Whether the server can be reached, and the obstacle if not. */

/** NETWORK: no network; PORTAL: a network that asks for a sign-in first; SERVER: the server is down; ANSWER: no answer. */
export type Reach = 'REACHED' | 'NETWORK' | 'PORTAL' | 'SERVER' | 'ANSWER'

const PROBE_MS = 8000
const CHECK_AGAIN_MS = 10_000

let reach: Reach = 'REACHED'
/** since when it has not been reached, in ms */
let lostAt: number | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let running: Promise<Reach> | null = null
const listeners = new Set<() => void>()

/** Asks the server for a sign of life, past every cache. */
export async function probeServer(fetchFrom: typeof fetch, isOnline: () => boolean): Promise<Reach> {
  if (!isOnline()) return 'NETWORK'
  try {
    const response = await fetchFrom('/healthz', {
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_MS),
    })
    if (response.status >= 500) return 'SERVER'
    const body = (await response.json().catch(() => null)) as { status?: string } | null
    return response.ok && body?.status === 'ok' ? 'REACHED' : 'PORTAL'
  } catch {
    return isOnline() ? 'ANSWER' : 'NETWORK'
  }
}

function setReach(next: Reach) {
  clearTimeout(timer)
  if (next !== 'REACHED') timer = setTimeout(checkReach, CHECK_AGAIN_MS)
  if (next === reach) return
  reach = next
  lostAt = next === 'REACHED' ? null : (lostAt ?? Date.now())
  for (const listener of listeners) listener()
}

/** Checks whether the server can be reached; until it is, again and again. */
export function checkReach(): Promise<Reach> {
  running ??= probeServer(fetch.bind(globalThis), () => navigator.onLine !== false)
    .then((next) => {
      setReach(next)
      return next
    })
    .finally(() => {
      running = null
    })
  return running
}

export const serverReach = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => reach,
  lostAt: () => lostAt,
}

/** Follows the browser's own signs of a lost and a found network. */
export function watchReach() {
  addEventListener('online', checkReach)
  addEventListener('offline', checkReach)
  if (navigator.onLine === false) void checkReach()
}
