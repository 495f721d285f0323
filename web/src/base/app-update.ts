/** The service worker of this application, and the newer version that waits until the person wants it. */

let waitingWorker: ServiceWorker | null = null
let isUpdating = false
const listeners = new Set<() => void>()

/** how often an open tab asks for a newer version */
const CHECK_MS = 60 * 60_000

export const appUpdate = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  isReady: () => waitingWorker !== null,
  /** starts the newer version: all tabs of this browser get its files, and this tab reloads */
  start() {
    isUpdating = true
    waitingWorker?.postMessage('update')
  },
  /** asks the server for its version and starts with that one */
  async fetchAndStart() {
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.update().catch(() => undefined)
    if (registration?.installing) await settle(registration.installing)
    if (registration) noteWaiting(registration)
    if (waitingWorker) appUpdate.start()
    else location.reload()
  },
}

/** Resolves when a worker is installed, or could not be. */
const settle = (worker: ServiceWorker) =>
  new Promise<void>((resolve) => {
    const check = () => worker.state !== 'installing' && resolve()
    worker.addEventListener('statechange', check)
    check()
  })

function noteWaiting(registration: ServiceWorkerRegistration) {
  // without a controller this is the first version, which starts automatically
  if (!navigator.serviceWorker.controller) return
  waitingWorker = registration.waiting
  for (const listener of listeners) listener()
}

/**
 * Pauses before further attempts to install the first version, which fails if a single file does not arrive; files already
 * loaded stay.
 */
const INSTALL_PAUSES_MS = [5000, 20_000, 60_000, 300_000]

async function installServiceWorker(): Promise<ServiceWorkerRegistration> {
  for (const pause_ms of INSTALL_PAUSES_MS) {
    const registration = await navigator.serviceWorker.register('/sw.js').catch(() => null)
    if (registration?.installing && !registration.active) await settle(registration.installing)
    if (registration?.active || registration?.waiting) return registration
    await new Promise((resolve) => setTimeout(resolve, pause_ms))
  }
  return navigator.serviceWorker.register('/sw.js')
}

/** Registers the worker that lets this application start without a network. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const registration = await installServiceWorker()
  noteWaiting(registration)
  registration.addEventListener('updatefound', () => {
    const next = registration.installing
    next?.addEventListener('statechange', () => next.state === 'installed' && noteWaiting(registration))
  })
  navigator.serviceWorker.addEventListener('controllerchange', () => isUpdating && location.reload())
  setInterval(() => void registration.update().catch(() => undefined), CHECK_MS)
}
