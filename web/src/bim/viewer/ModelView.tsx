import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { shownTheme } from '../../app/theme.ts'
import { ModelSession, type SessionState } from './model-session.ts'

const SessionContext = createContext<ModelSession | null>(null)
export const SessionProvider = SessionContext

/** The session of the viewer around it. */
export function useSession(): ModelSession {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession is for what is inside the viewer')
  return session
}

/** The session's state, as it changes. */
export function useSessionState(): SessionState {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.getState)
}

/** The canvas with the layer over it. It makes the session when it appears and ends it when it goes. */
export function ModelView(props: {
  projectId: string
  /** the accessible name of the canvas */
  label: string
  /** what is selected, in words, for screen readers */
  said: string
  onSession: (session: ModelSession | null) => void
  onKeyDown: (event: KeyboardEvent) => void
  children?: ReactNode
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const session = useRef<ModelSession | null>(null)
  const theme = useSyncExternalStore(shownTheme.subscribe, shownTheme.read)
  const { projectId, onSession } = props
  useEffect(() => {
    if (!canvas.current || !overlay.current) return
    const made = new ModelSession(projectId, canvas.current, overlay.current, shownTheme.read())
    session.current = made
    onSession(made)
    return () => {
      onSession(null)
      session.current = null
      made.dispose()
    }
  }, [projectId, onSession])
  useEffect(() => session.current?.viewer.theme(theme), [theme])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the canvas and of the markers over it
    <div className="absolute inset-0 overflow-hidden" onKeyDown={props.onKeyDown}>
      <canvas
        ref={canvas}
        tabIndex={0}
        aria-label={props.label}
        className="absolute inset-0 size-full touch-none outline-offset-[-3px]"
        onPointerDown={(event) => event.currentTarget.focus({ preventScroll: true })}
      />
      <div ref={overlay} className="pointer-events-none absolute inset-0 overflow-hidden" />
      <p role="status" className="sr-only">
        {props.said}
      </p>
    </div>
  )
}
