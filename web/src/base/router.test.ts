import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRouter, type RouteScreen } from './router.ts'

/** A browser's address bar and history, as far as the router uses them. */
function stubBrowser() {
  const location = new URL('http://localhost/')
  const change = (state: unknown, _title: string, url: URL) => {
    history.state = state
    location.href = url.href
  }
  const history: { state: unknown; pushState: typeof change; replaceState: typeof change } = {
    state: null,
    pushState: change,
    replaceState: change,
  }
  vi.stubGlobal('location', location)
  vi.stubGlobal('history', history)
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} })
}
beforeEach(() => {
  vi.useFakeTimers()
  stubBrowser()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page whose code arrives when the test says so. */
function latePage() {
  const { promise, resolve, reject } = Promise.withResolvers<() => null>()
  const screen: RouteScreen = { load: () => promise }
  return { screen, arrive: () => resolve(() => null), fail: (error: Error) => reject(error) }
}

function routerWith(pages: Record<string, RouteScreen>) {
  return createRouter(Object.entries(pages).map(([path, screen]) => ({ path, screens: [screen] })))
}

test('a page whose code arrives after a later navigation is not shown', async () => {
  const [slow, quick] = [latePage(), latePage()]
  const router = routerWith({ '/slow': slow.screen, '/quick': quick.screen })
  router.go('/slow')
  router.go('/quick')
  quick.arrive()
  await vi.runAllTimersAsync()
  expect(router.read()).toMatchObject({ pathname: '/quick', ready: true })
  slow.arrive()
  await vi.runAllTimersAsync()
  expect(router.read()).toMatchObject({ pathname: '/quick', ready: true })
})

test('the placeholder and the error of an earlier page do not replace a later page', async () => {
  const slow = latePage()
  const router = routerWith({ '/slow': slow.screen, '/there': { load: async () => () => null } })
  router.go('/slow')
  router.go('/there')
  await vi.advanceTimersByTimeAsync(1000)
  slow.fail(new Error('no network'))
  await vi.runAllTimersAsync()
  expect(router.read()).toMatchObject({ pathname: '/there', ready: true })
  expect(router.read()?.error).toBeUndefined()
})

test('a page whose code takes long shows a placeholder, then the page, and an error if the code does not come', async () => {
  const [slow, broken] = [latePage(), latePage()]
  const router = routerWith({ '/slow': slow.screen, '/broken': broken.screen })
  router.go('/slow')
  expect(router.read()).toBeNull()
  await vi.advanceTimersByTimeAsync(200)
  expect(router.read()).toMatchObject({ pathname: '/slow', ready: false })
  slow.arrive()
  await vi.runAllTimersAsync()
  expect(router.read()).toMatchObject({ pathname: '/slow', ready: true })
  router.go('/broken')
  broken.fail(new Error('no network'))
  await vi.runAllTimersAsync()
  expect(router.read()).toMatchObject({ pathname: '/broken', error: new Error('no network') })
})
