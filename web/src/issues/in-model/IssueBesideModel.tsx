import { getIssueByNumber, type IssueViewpoint } from '@plumbline/contract/issues/issues'
import type { Project } from '@plumbline/contract/projects/projects'
import { Suspense, useEffect, useRef } from 'react'
import { useRead } from '../../api/query.ts'
import { useSearch } from '../../base/navigation.tsx'
import { useSession, useSessionState } from '../../bim/viewer/ModelCanvas.tsx'
import type { ModelSession } from '../../bim/viewer/model-session.ts'
import { useViewerText } from '../../bim/viewer/text.ts'
import { useAreModelsLoaded } from '../../bim/viewer/use-are-models-loaded.ts'
import { toast } from '../../ui/toast.ts'
import { LazyIssueDetail } from '../LazyIssueDetail.tsx'
import { restoreViewpoint } from './restore-viewpoint.ts'

/** Moves the camera to the viewpoint of the issue in the URL, once, after its models are loaded. */
export function IssueCamera(props: { projectId: string; number: number; models: number }) {
  const session = useSession()
  const [{ viewpoint }] = useSearch()
  const { data: issue } = useRead(getIssueByNumber, {
    params: { id: props.projectId, number: props.number },
  })
  const views = issue?.viewpoints
  const view = views?.find(({ guid }) => guid === viewpoint) ?? views?.[0]
  const ready = useAreModelsLoaded(props.models)
  const shown = useRef<number | null>(null)
  useEffect(() => {
    if (!ready || !issue || !view || shown.current === props.number) return
    shown.current = props.number
    void restoreViewpoint(session, props.projectId, issue, view)
  }, [session, ready, issue, view, props.number, props.projectId])
  return null
}

/** The selected element as an anchor for an issue. */
export function anchorOfSelection(session: ModelSession) {
  const place = session.issueLocation.find()
  if (!place?.element) return null
  const [x, y, z] = place.point
  return {
    bim_file_header_id: place.header_id,
    variant_version_at_creation: place.version,
    ifc_guid: place.element.guid,
    ifc_class: place.element.class,
    element_name: place.element.name || null,
    axes: place.axes,
    point: { x, y, z },
  }
}

/** The details of an issue next to the model, with actions on its viewer. */
export function IssueBesideModel(props: { project: Project; number: number; onClose: () => void }) {
  const text = useViewerText()
  const session = useSession()
  const { selection } = useSessionState()
  const { data: issue } = useRead(getIssueByNumber, {
    params: { id: props.project.id, number: props.number },
  })
  const show = (view: IssueViewpoint) => {
    if (!issue) return
    void restoreViewpoint(session, props.project.id, issue, view)
    toast.success({
      title: text.goToView,
      action: { label: text.backToMyView, run: () => session.views.restorePrevious() },
    })
  }
  const beside = {
    show,
    capture: () => session.views.captureForIssue(),
    selected: selection.length > 0 ? anchorOfSelection(session) : null,
  }
  return (
    <Suspense>
      <LazyIssueDetail {...props} beside={beside} />
    </Suspense>
  )
}
