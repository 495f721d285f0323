import { createContext, type ReactNode, use, useEffect, useRef, useSyncExternalStore } from 'react'
import { themeStore } from '../../base/theme.ts'
import { ModelSession, type SessionOptions } from './model-session.ts'
import type { SessionState } from './session-state.ts'

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

interface Aside {
  take: () => ModelSession
}

/** A session whose page is hidden and may come back; it ends when its canvas leaves the document. */
function setAside(session: ModelSession, canvas: HTMLCanvasElement): Aside {
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

/** The canvas with the layer over it. It makes the session when it appears and ends it when it goes. */
export function ModelView(props: {
  projectId: string
  /** the accessible name of the canvas */
  label: string
  /** what is selected, in words, for screen readers */
  said: string
  options: Omit<SessionOptions, 'theme'>
  /** single letters are keys of the canvas */
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
  const aside = useRef<Aside>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element || !overlay.current) return
    const theme = themeStore.read()
    const made =
      aside.current?.take() ??
      new ModelSession(projectId, element, overlay.current, { ...options.current, theme })
    aside.current = null
    session.current = made
    onSession(made)
    return () => {
      // a page that is left aside is hidden, and all of this runs again when it comes back
      if (element.isConnected && !element.checkVisibility()) {
        aside.current = setAside(made, element)
        return
      }
      onSession(null)
      session.current = null
      made.dispose()
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
        // A frame around the picture is for those who came to it by keys.
        onPointerDown={({ currentTarget }) => {
          currentTarget.dataset.pointed = ''
          currentTarget.focus({ preventScroll: true })
        }}
        onBlur={({ currentTarget }) => currentTarget.removeAttribute('data-pointed')}
      />
      <div ref={overlay} className="pointer-events-none absolute inset-0 overflow-hidden" />
      <p role="status" className="sr-only">
        {props.said}
      </p>
    </div>
  )
}
