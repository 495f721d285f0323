import { afterEach, expect, test, vi } from 'vitest'
import { registerServiceWorker } from './app-update.ts'

class Worker extends EventTarget {
  state = 'installing'

  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

/** Registrations returned by successive attempts; null: the script does not arrive. */
function stubBrowser(attempts: readonly (object | null)[]) {
  const waiting = [...attempts]
  const register = vi.fn(async () => {
    const registration = waiting.shift()
    if (!registration) throw new TypeError('The script does not come')
    return Object.assign(new EventTarget(), { installing: null, waiting: null, active: null }, registration)
  })
  vi.stubEnv('PROD', true)
  vi.stubGlobal('navigator', {
    serviceWorker: Object.assign(new EventTarget(), { controller: null, register }),
  })
  vi.useFakeTimers()
  return register
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test('An installation that is cut is begun again, until the worker is active', async () => {
  const cut = new Worker()
  const register = stubBrowser([null, { installing: cut }, { active: new Worker() }])
  const registered = registerServiceWorker()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(register).toHaveBeenCalledTimes(2)
  cut.become('redundant')
  await vi.advanceTimersByTimeAsync(60_000)
  await registered
  expect(register).toHaveBeenCalledTimes(3)
})

test('An installation that lasts is awaited, and begun once', async () => {
  const slow = new Worker()
  const registration = { installing: slow, waiting: null as Worker | null }
  const register = stubBrowser([registration])
  register.mockImplementation(
    async () => Object.assign(registration, { addEventListener: () => undefined }) as never,
  )
  const registered = registerServiceWorker()
  await vi.advanceTimersByTimeAsync(600_000)
  registration.waiting = slow
  slow.become('installed')
  await registered
  expect(register).toHaveBeenCalledTimes(1)
})
