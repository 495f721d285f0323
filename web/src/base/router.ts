import type { ComponentType, ReactNode } from 'react'
import { isStepFrom, leaveStep, readHistoryEntry, writeHistoryEntry } from './history-entries.ts'
import { compilePattern, forceSameOrigin, matchPath, type PathParams, type RoutePattern } from './match.ts'
import { storeScroll } from './scrolling.ts'

/**
 * The client-side router. A page is shown once its code is loaded; until then the previous page stays, for SPLASH_MS at
 * most. docs/decisions/002-router.md explains why it is our own.
 */

const SPLASH_MS = 150

type ScreenComponent = ComponentType<{ children?: ReactNode }>

/** A page or layout component, loaded on first use. */
export interface RouteScreen {
  load: () => Promise<ScreenComponent>
  component?: ScreenComponent
}

/** A path pattern with its components from the outermost layout inwards, or with a redirect. */
export interface PageRoute {
  path: string
  screens?: RouteScreen[]
  redirect?: () => string
}

/** The page on screen. */
export interface ShownPage {
  /** id of the history entry */
  entry: string
  pathname: string
  /** with its `?`, or empty */
  search: string
  params: PathParams
  /** null: no route matches */
  screens: RouteScreen[] | null
  /** identifies the page; optional parameters do not change it */
  page: string
  /** false: some code is still loading */
  ready: boolean
  /** reached by Back or Forward */
  returned: boolean
  /** why the code could not be loaded */
  error?: unknown
}

async function ensureLoaded(screen: RouteScreen) {
  screen.component ??= await screen.load()
}

interface CompiledRoute {
  route: PageRoute
  pattern: RoutePattern
}

function findRoute(table: readonly CompiledRoute[], pathname: string) {
  for (const { route, pattern } of table) {
    const params = matchPath(pattern, pathname)
    if (params) return { route, pattern, params }
  }
  return null
}

export type Router = ReturnType<typeof createRouter>

/** Also true behind the entry of a closed dialog, which does not change the page. */
const isWhereBrowserIs = (page: ShownPage | null) =>
  page?.entry === readHistoryEntry() && page.pathname === location.pathname && page.search === location.search

/** The same object for the same path, by which its readers see that nothing changed. */
const reuseParams = (before: ShownPage | null, pathname: string, found: PathParams) =>
  before?.pathname === pathname ? before.params : found

/** Creates a router, which shows nothing before the first `go`. */
export function createRouter(routes: PageRoute[]) {
  const table = routes.map((route) => ({ route, pattern: compilePattern(route.path) }))
  const find = (pathname: string) => findRoute(table, pathname)
  const listeners = new Set<() => void>()
  let shown: ShownPage | null = null
  let turn = 0

  function publish(next: ShownPage) {
    shown = next
    for (const listener of listeners) listener()
  }

  /** Shows the page of the browser's current address. */
  function show(returned: boolean): void {
    const { pathname, search } = location
    const { params: found, pattern, route } = find(pathname) ?? {}
    const params = reuseParams(shown, pathname, found ?? {})
    if (route?.redirect) {
      go(route.redirect(), { replace: true })
      return
    }
    const screens = route?.screens ?? null
    const missing = screens?.filter((screen) => !screen.component) ?? []
    const page = [route?.path, ...(pattern?.page.map((name) => params[name]) ?? [])].join(' ')
    const next = { entry: readHistoryEntry(), pathname, search, params, screens, page, returned, ready: true }
    const mine = ++turn
    if (missing.length === 0) {
      publish(next)
      return
    }
    // ignores a page whose code arrives after a later navigation
    const publishIfLast = (late: ShownPage) => mine === turn && publish(late)
    const splash = setTimeout(() => publishIfLast({ ...next, ready: false }), SPLASH_MS)
    Promise.all(missing.map(ensureLoaded))
      .then(
        () => publishIfLast(next),
        (error: unknown) => publishIfLast({ ...next, error }),
      )
      .finally(() => clearTimeout(splash))
  }

  /** Navigates to an address of this application: a path with query and hash. */
  function go(href: string, options: { replace?: boolean; from?: string } = {}): void {
    const url = new URL(forceSameOrigin(href), location.origin)
    const replace = options.replace || url.href === location.href
    if (shown && !replace) storeScroll(shown.entry)
    writeHistoryEntry(url, { replace, from: options.from })
    show(false)
  }

  /**
   * Changes the query of the page by a step that Back undoes, such as a filter: adding to it makes an entry, further changes
   * stay in it, and taking the addition away goes back.
   */
  function step(href: string, isAddition: boolean): void {
    if (isStepFrom(href)) leaveStep()
    else if (isAddition) go(href, { from: location.pathname + location.search })
    else go(href, { replace: true })
  }

  /** Preloads the code of an address likely to be opened; a failure is retried on the visit. */
  function prepare(pathname: string) {
    for (const screen of find(pathname)?.route.screens ?? []) ensureLoaded(screen).catch(() => {})
  }

  /** Handles Back and Forward, and preloads links that are hovered or focused. */
  function listen() {
    const returned = () => {
      if (shown && isWhereBrowserIs(shown)) return
      if (shown) storeScroll(shown.entry)
      show(true)
    }
    const near = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link?.origin === location.origin) prepare(link.pathname)
    }
    addEventListener('popstate', returned)
    document.addEventListener('pointerover', near, { passive: true })
    document.addEventListener('focusin', near)
    return () => {
      removeEventListener('popstate', returned)
      document.removeEventListener('pointerover', near)
      document.removeEventListener('focusin', near)
    }
  }

  return {
    go,
    step,
    prepare,
    listen,
    read: () => shown,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
