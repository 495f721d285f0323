import { createContext, type ReactNode, use, useEffect, useRef, useSyncExternalStore } from 'react'
import { themeStore } from '../../base/theme.ts'
import { ModelSession, type SessionOptions } from './model-session.ts'
import type { SessionState } from './session-state.ts'

const SessionContext = createContext<ModelSession | null>(null)
export const SessionProvider = SessionContext

/** The session of the surrounding viewer. */
export function useSession(): ModelSession {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession must be used inside the viewer')
  return session
}

/** The state of the session, subscribed. */
export function useSessionState(): SessionState {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.getState)
}

interface SuspendedSession {
  take: () => ModelSession
}

/** Keeps the session of a hidden page for its return; disposes it when its canvas leaves the document. */
function suspendSession(session: ModelSession, canvas: HTMLCanvasElement): SuspendedSession {
  const observer = new MutationObserver(() => {
    if (canvas.isConnected) return
    observer.disconnect()
    session.dispose()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return {
    take: () => {
      observer.disconnect()
      return session
    },
  }
}

/** The canvas with its overlay. Creates the session on mount and disposes it on unmount. */
export function ModelCanvas(props: {
  projectId: string
  /** the accessible name of the canvas */
  label: string
  /** status text for screen readers */
  status: string
  options: Omit<SessionOptions, 'theme'>
  /** single-letter shortcuts are enabled */
  letters: boolean
  onSession: (session: ModelSession | null) => void
  children?: ReactNode
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const session = useRef<ModelSession | null>(null)
  const theme = useSyncExternalStore(themeStore.subscribe, themeStore.read)
  const { projectId, onSession, letters } = props
  const options = useRef(props.options)
  const suspended = useRef<SuspendedSession>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element || !overlay.current) return
    const theme = themeStore.read()
    const newSession =
      suspended.current?.take() ??
      new ModelSession(projectId, element, overlay.current, { ...options.current, theme })
    suspended.current = null
    session.current = newSession
    onSession(newSession)
    return () => {
      // a page kept in the background is hidden, not removed; the effect runs again when it is shown
      if (element.isConnected && !element.checkVisibility()) {
        suspended.current = suspendSession(newSession, element)
        return
      }
      onSession(null)
      session.current = null
      newSession.dispose()
    }
  }, [projectId, onSession])
  useEffect(() => session.current?.viewer.theme(theme), [theme])
  useEffect(() => session.current?.setLetters(letters), [letters])
  return (
    <div className="absolute inset-0 overflow-hidden">
      <canvas
        ref={canvas}
        tabIndex={0}
        aria-label={props.label}
        className="absolute inset-0 size-full touch-none outline-offset-[-3px] data-pointed:outline-none"
        // The focus ring is only for keyboard users.
        onPointerDown={({ currentTarget }) => {
          currentTarget.dataset.pointed = ''
          currentTarget.focus({ preventScroll: true })
        }}
        onBlur={({ currentTarget }) => currentTarget.removeAttribute('data-pointed')}
      />
      <div ref={overlay} className="pointer-events-none absolute inset-0 overflow-hidden" />
      <p role="status" className="sr-only">
        {props.status}
      </p>
    </div>
  )
}
