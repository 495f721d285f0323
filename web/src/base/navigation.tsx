import {
  Activity,
  Component,
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { chooseHiddenPage } from './hidden-page.ts'
import { type PathParams, updateSearch } from './match.ts'
import type { Router, RouteScreen, ShownPage } from './router.ts'
import { Splash } from './Splash.tsx'
import { restoreScroll, scrollToTop } from './scrolling.ts'

/** Hooks and components on top of the router. */

const RouterContext = createContext<Router | null>(null)
const ShownContext = createContext<ShownPage | null>(null)
/** Path and its parameters: components that read only these are not rendered again for each letter of a search. */
const PathContext = createContext<Pick<ShownPage, 'pathname' | 'params'> | null>(null)

/** True for the page in front while another page is kept hidden behind it. */
const HiddenPageContext = createContext(false)

function useAbove<T>(value: T | null): T {
  if (value === null) throw new Error('The router is above every screen')
  return value
}

const useRouter = (): Router => useAbove(use(RouterContext))

/** The current path, and the query string with its `?` or empty. */
export function useLocation(): { pathname: string; search: string } {
  return useAbove(use(ShownContext))
}

/** The current path. */
export const usePathname = (): string => useAbove(use(PathContext)).pathname

/** The decoded path parameters. */
export function useParams(): Partial<PathParams> {
  return useAbove(use(PathContext)).params
}

/** Returns the function that reads the parameters of the address, also while its page is still being rendered. */
export function useReadParams(): () => Partial<PathParams> {
  const router = useRouter()
  return () => router.read()?.params ?? {}
}

/** Returns the function that navigates; `replace` overwrites the history entry. */
export function useNavigate(): Router['go'] {
  return useRouter().go
}

const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search)) as Partial<PathParams>

/** The query parameters as page state, and a function that changes some of them in the same history entry. */
export function useSearch() {
  const router = useRouter()
  const { search } = useLocation()
  const values = useMemo(() => parseSearch(search), [search])
  const change = useCallback(
    (changes: Record<string, string | undefined>) =>
      router.go(location.pathname + updateSearch(location.search, changes), { replace: true }),
    [router],
  )
  return [values, change] as const
}

/** Like `useSearch`, for changes that Back undoes: filters, searches, dialogs. */
export function useSearchSteps() {
  const router = useRouter()
  const [values] = useSearch()
  const change = useCallback(
    (changes: Record<string, string | undefined>) => {
      const now = parseSearch(location.search)
      const isAddition = Object.keys(changes).some(
        (name) => Boolean(changes[name]) && now[name] === undefined,
      )
      router.step(location.pathname + updateSearch(location.search, changes), isAddition)
    },
    [router],
  )
  return [values, change] as const
}

/**
 * A query parameter of the address, also while the page of this address is still being rendered: for a text field whose page
 * follows in a transition.
 */
export function useAddressValue(name: string): string {
  const router = useRouter()
  return useSyncExternalStore(
    router.subscribe,
    () => new URLSearchParams(router.read()?.search).get(name) ?? '',
  )
}

/** Navigates to another address on mount, replacing this one. */
export function Redirect({ to }: { to: string }) {
  const go = useNavigate()
  useEffect(() => go(to, { replace: true }), [go, to])
  return null
}

/** On a new page restores or resets the scroll, and focuses the content unless a field took the focus. */
function useScrollAndFocus(shown: ShownPage | null) {
  const { page, entry, returned, ready } = shown ?? {}
  const before = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (!ready || page === undefined || before.current === page) return
    const first = before.current === undefined
    before.current = page
    if (returned && entry !== undefined) restoreScroll(entry)
    else scrollToTop()
    const content = document.getElementById('content')
    if (!first && !content?.contains(document.activeElement)) content?.focus({ preventScroll: true })
  }, [page, entry, returned, ready])
}

/** The components shown when a page throws or an address matches no route. */
interface ErrorScreens {
  failed: ComponentType<{ error: unknown }>
  notFound: ComponentType
}
type PagesProps = ErrorScreens & { router: Router }

/** Shows the error page when a page throws, until the next navigation. */
class Boundary extends Component<
  Pick<ErrorScreens, 'failed'> & { at: ShownPage; children: ReactNode },
  { at: ShownPage; error?: unknown }
> {
  override state: { at: ShownPage; error?: unknown } = { at: this.props.at }
  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('A screen threw nothing') }
  }
  static getDerivedStateFromProps({ at }: { at: ShownPage }, state: { at: ShownPage }) {
    return at === state.at ? null : { at, error: undefined }
  }
  override render() {
    const { failed: Failed, children } = this.props
    return this.state.error === undefined ? children : <Failed error={this.state.error} />
  }
}

/** Nests the layouts around the page; shows the splash while the page's code is loading. */
function nestScreens([outer, ...inner]: RouteScreen[]): ReactNode {
  if (!outer) return null
  const Outer = outer.component
  return Outer ? <Outer>{nestScreens(inner)}</Outer> : <Splash />
}

/** Returns to the hidden page behind this one; null when there is none. */
export function useReturnToHiddenPage(): (() => void) | null {
  return use(HiddenPageContext) ? () => history.back() : null
}

function useHiddenPage(shown: ShownPage | null): ShownPage | null {
  const [last, setLast] = useState<{ shown: ShownPage | null; kept: ShownPage | null }>({ shown, kept: null })
  if (last.shown === shown) return last.kept
  const kept = chooseHiddenPage(last.shown, last.kept, shown)
  setLast({ shown, kept })
  return kept
}

/** A page inside its layouts, which re-render only for the parts of the address they read. */
function Page({ router, shown, failed, notFound: NotFound }: PagesProps & { shown: ShownPage }) {
  const { pathname, params, screens, ready } = shown
  const path = useMemo(() => ({ pathname, params }), [pathname, params])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ready` changes when components of the same screens have been loaded
  const nested = useMemo(() => screens && nestScreens(screens), [screens, ready])
  const Failed = failed
  if (shown.error !== undefined) return <Failed error={shown.error} />
  if (!nested) return <NotFound />
  return (
    <RouterContext value={router}>
      <PathContext value={path}>
        <ShownContext value={shown}>
          <Boundary at={shown} failed={failed}>
            <Suspense fallback={<Splash />}>{nested}</Suspense>
          </Boundary>
        </ShownContext>
      </PathContext>
    </RouterContext>
  )
}

/**
 * The page to render. Another page, or another issue on it, is rendered in pieces between which the browser answers input;
 * a change of the query at once, because fields show it, unless the caller changes it in a transition (`useAddressValue`).
 */
function useShownPage(router: Router): ShownPage | null {
  const [shown, setShown] = useState(router.read)
  useLayoutEffect(() => {
    let last = router.read()
    setShown(last)
    return router.subscribe(() => {
      const next = router.read()
      // a page whose code has just loaded counts as new, like another page
      const isSamePath = last?.pathname === next?.pathname && last?.ready === next?.ready
      last = next
      if (isSamePath) setShown(next)
      else startTransition(() => setShown(next))
    })
  }, [router])
  return shown
}

/** Renders the page of the current address, and the splash before the first one. */
export function RouterView(props: PagesProps) {
  const { router } = props
  const shown = useShownPage(router)
  const kept = useHiddenPage(shown)
  useScrollAndFocus(shown)
  useEffect(() => router.listen(), [router])
  if (!shown) return <Splash />
  return (
    <>
      {kept && (
        <HiddenPageContext key="instead" value>
          <Page {...props} shown={shown} />
        </HiddenPageContext>
      )}
      <Activity key="page" mode={kept ? 'hidden' : 'visible'}>
        <Page {...props} shown={kept ?? shown} />
      </Activity>
    </>
  )
}
