import {
  Activity,
  Component,
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { keptAside } from './kept-aside.ts'
import { changeSearch, type Params } from './match.ts'
import type { Router, Screen, Shown } from './router.ts'
import { Splash } from './Splash.tsx'
import { restoreScroll, scrollToTop } from './scrolling.ts'

/** What screens know of the router, and the pages that it shows. */

const RouterContext = createContext<{ router: Router; shown: Shown } | null>(null)

/** Whether a page is kept behind this one. */
const AsideContext = createContext(false)

function useRoute() {
  const context = use(RouterContext)
  if (!context) throw new Error('The router is above every screen')
  return context
}

/** Where one is: the path, and the search with its `?` or empty. */
export function usePlace(): { pathname: string; search: string } {
  return useRoute().shown
}

/** The parameters of the path, decoded. */
export function useParams(): Partial<Params> {
  return useRoute().shown.params
}

/** Goes to another address; `replace` leaves no way back to this one. */
export function useNavigate(): Router['go'] {
  return useRoute().router.go
}

/** The search parameters, which are the state of what is seen, and how some are changed without a new entry. */
export function useSearch() {
  const { router, shown } = useRoute()
  const values = useMemo(
    () => Object.fromEntries(new URLSearchParams(shown.search)) as Partial<Params>,
    [shown.search],
  )
  const change = (changes: Record<string, string | undefined>) =>
    router.go(location.pathname + changeSearch(location.search, changes), { replace: true })
  return [values, change] as const
}

/** Goes on to another address in place of this one. */
export function Redirect({ to }: { to: string }) {
  const { go } = useRoute().router
  useEffect(() => go(to, { replace: true }), [go, to])
  return null
}

/** On a new page: its scroll, and the focus on its content unless a field there has taken it. */
function useArrival(shown: Shown | null) {
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

/** What is shown in the place of a screen that failed, or of an address without one. */
interface ErrorScreens {
  failed: ComponentType<{ error: unknown }>
  notFound: ComponentType
}
type PagesProps = ErrorScreens & { router: Router }

/** A screen that threw gives way to the error page until one goes elsewhere. */
class Boundary extends Component<
  Pick<ErrorScreens, 'failed'> & { at: Shown; children: ReactNode },
  { at: Shown; error?: unknown }
> {
  override state: { at: Shown; error?: unknown } = { at: this.props.at }
  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('A screen threw nothing') }
  }
  static getDerivedStateFromProps({ at }: { at: Shown }, state: { at: Shown }) {
    return at === state.at ? null : { at, error: undefined }
  }
  override render() {
    const { failed: Failed, children } = this.props
    return this.state.error === undefined ? children : <Failed error={this.state.error} />
  }
}

/** Each screen in the frame before it; the splash in the place of one whose code is on its way. */
function nest([outer, ...inner]: Screen[]): ReactNode {
  if (!outer) return null
  const Outer = outer.component
  return Outer ? <Outer>{nest(inner)}</Outer> : <Splash />
}

/** What a page left aside is for the screen that stands in its place: a way back to it. */
export function useWayBack(): (() => void) | null {
  return use(AsideContext) ? () => history.back() : null
}

function useAside(shown: Shown | null): Shown | null {
  const [last, setLast] = useState<{ shown: Shown | null; kept: Shown | null }>({ shown, kept: null })
  if (last.shown === shown) return last.kept
  const kept = keptAside(last.shown, last.kept, shown)
  setLast({ shown, kept })
  return kept
}

/** A page: its frames around its screen. */
function Page({ router, shown, failed, notFound: NotFound }: PagesProps & { shown: Shown }) {
  const context = useMemo(() => ({ router, shown }), [router, shown])
  const Failed = failed
  if (shown.error !== undefined) return <Failed error={shown.error} />
  if (!shown.screens) return <NotFound />
  return (
    <RouterContext value={context}>
      <Boundary at={shown} failed={failed}>
        <Suspense fallback={<Splash />}>{nest(shown.screens)}</Suspense>
      </Boundary>
    </RouterContext>
  )
}

/** The page of the address; the splash before there is any. */
export function Pages(props: PagesProps) {
  const { router } = props
  const shown = useSyncExternalStore(router.subscribe, router.read)
  const kept = useAside(shown)
  useArrival(shown)
  useEffect(() => router.listen(), [router])
  if (!shown) return <Splash />
  return (
    <>
      {kept && (
        <AsideContext key="instead" value>
          <Page {...props} shown={shown} />
        </AsideContext>
      )}
      <Activity key="page" mode={kept ? 'hidden' : 'visible'}>
        <Page {...props} shown={kept ?? shown} />
      </Activity>
    </>
  )
}
