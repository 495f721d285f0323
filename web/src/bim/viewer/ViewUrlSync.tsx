import { useEffect, useRef } from 'react'
import { useSearch } from '../../base/navigation.tsx'
import { toast } from '../../ui/toast.ts'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import type { ModelSession } from './model-session.ts'
import { useOpenView } from './SavedViewsPanel.tsx'
import { useViewerText } from './text.ts'
import { useAreModelsLoaded } from './use-are-models-loaded.ts'
import { formatViewParams, parseViewParams } from './view-url.ts'

/** Debounce: idle time before the view is written to the URL. */
const DEBOUNCE_MS = 600

/** Restores the view from the URL once the models are loaded or have failed to, and from then on writes the view to the URL. */
export function ViewUrlSync(props: { projectId: string; models: number; quiet: boolean }) {
  const text = useViewerText()
  const session = useSession()
  const state = useSessionState()
  const [search, change] = useSearch()
  const openView = useOpenView(props.projectId)
  /** the session whose view has been restored: a new session starts from the address again */
  const opened = useRef<ModelSession | null>(null)
  /** storey from the URL that no loaded model has yet: other models may still be processed */
  const awaited = useRef<string | null>(null)
  const { selection, shownRevision, poseRevision, box, planes, storey, plan, cameraMoved: steered } = state
  const ready = useAreModelsLoaded(props.models)
  useEffect(() => {
    if (!ready || opened.current === session) return
    opened.current = session
    if (props.quiet) return
    if (search.view) {
      void openView(search.view)
      change({ view: undefined })
      return
    }
    const view = parseViewParams(search)
    const missing = session.views.restoreUrlState(view)
    if (missing > 0) toast.success({ title: text.missing(missing) })
    awaited.current = session.state.storey === view.storey ? null : view.storey
  })
  useEffect(() => {
    const name = awaited.current
    if (!name || !session.tools.storeys.some((each) => each.name === name)) return
    awaited.current = null
    if (!steered) session.tools.showStorey(name)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is read when the address is written
  useEffect(() => {
    if (opened.current !== session || props.quiet) return
    const timer = setTimeout(() => {
      const params = formatViewParams(session.views.urlState())
      const now = Object.fromEntries(new URLSearchParams(location.search)) as typeof search
      const names = Object.keys(params) as (keyof typeof params)[]
      if (names.some((name) => params[name] !== now[name])) change(params)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [ready, selection, shownRevision, poseRevision, box, planes, storey, plan, steered, props.quiet])
  return null
}
