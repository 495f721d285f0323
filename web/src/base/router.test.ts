import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

test('a slow page shows a placeholder, then the page, and an error if its code fails to load', async () => {
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

/** A history with entries to go back through, replacing one that only has an address. */
function stubEntries() {
  const entries: { state: unknown; href: string }[] = [{ state: null, href: location.href }]
  const at = () => entries.at(-1)
  const go = () => {
    location.href = at()?.href ?? ''
    stub.state = at()?.state
  }
  const stub = {
    state: null as unknown,
    pushState: (state: unknown, _title: string, url: URL) => {
      entries.push({ state, href: url.href })
      go()
    },
    replaceState: (state: unknown, _title: string, url: URL) => {
      entries[entries.length - 1] = { state, href: url.href }
      go()
    },
    back: () => {
      entries.pop()
      go()
    },
  }
  vi.stubGlobal('history', stub)
  return () => entries.map(({ href }) => href.replace('http://localhost', ''))
}

describe('a step in the query of a page', () => {
  const start = () => {
    const entries = stubEntries()
    const router = routerWith({ '/issues': { load: async () => () => null } })
    router.go('/issues')
    return { entries, router }
  }

  test('is one entry however often it changes, and removing it goes back', () => {
    const { entries, router } = start()
    router.step('/issues?q=a', true)
    router.step('/issues?q=ab', false)
    expect(entries()).toEqual(['/', '/issues', '/issues?q=ab'])
    router.step('/issues', false)
    vi.runAllTimers()
    expect(entries()).toEqual(['/', '/issues'])
  })

  test('that ends with a navigation leaves no entry behind', () => {
    const { entries, router } = start()
    router.step('/issues?new=1', true)
    router.step('/issues', false)
    router.go('/issues/12')
    vi.runAllTimers()
    expect(entries()).toEqual(['/', '/issues', '/issues/12'])
  })

  test('that was the address from the start is only taken out of it', () => {
    const { entries, router } = start()
    router.go('/issues?new=1')
    router.step('/issues', false)
    vi.runAllTimers()
    expect(entries()).toEqual(['/', '/issues', '/issues'])
  })
})

test('A change of the query keeps the path parameters, so that their readers are not rendered again', () => {
  const screen: RouteScreen = { load: async () => () => null, component: () => null }
  const router = routerWith({ '/project/:id/issues': screen })
  router.go('/project/7/issues')
  const params = router.read()?.params
  router.go('/project/7/issues?q=door')
  expect(router.read()).toMatchObject({ search: '?q=door', params: { id: '7' } })
  expect(router.read()?.params).toBe(params)
  router.go('/project/8/issues?q=door')
  expect(router.read()?.params).toEqual({ id: '8' })
})
