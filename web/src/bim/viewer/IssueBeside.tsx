import { getIssueByNumber } from '@plumbline/contract/issues'
import type { Project } from '@plumbline/contract/projects'
import type { ViewpointView } from '@plumbline/contract/viewpoints'
import { useEffect, useRef } from 'react'
import { useRead } from '../../api/query.ts'
import { IssueDetail } from '../../issues/IssueDetail.tsx'
import { toast } from '../../ui/toast.ts'
import { useSession, useSessionState } from './ModelView.tsx'
import { useViewerText } from './text.ts'

/** Shows the view of the issue in the address, once, as soon as its models are there; whatever panel is open. */
export function IssueView(props: { projectId: string; number: number; models: number }) {
  const session = useSession()
  const { models } = useSessionState()
  const { data: issue } = useRead(getIssueByNumber, {
    params: { id: props.projectId, number: props.number },
  })
  const view = issue?.viewpoints[0] as ViewpointView | undefined
  const ready =
    props.models > 0 && models.length >= props.models && models.every(({ structure }) => structure)
  const shown = useRef<number | null>(null)
  useEffect(() => {
    if (!ready || !view || shown.current === props.number) return
    shown.current = props.number
    session.views.restore(view)
  }, [session, ready, view, props.number])
  return null
}

/** An issue beside the model. */
export function IssueBeside(props: { project: Project; number: number; onClose: () => void }) {
  const { project, number } = props
  const text = useViewerText()
  const session = useSession()
  const { data: issue } = useRead(getIssueByNumber, { params: { id: project.id, number } })
  const view = issue?.viewpoints[0] as ViewpointView | undefined
  const show = (wanted: ViewpointView) => {
    session.views.restore(wanted)
    toast.success({
      title: text.goToView,
      action: { label: text.backToMyView, run: () => session.views.restoreMine() },
    })
  }
  return (
    <IssueDetail
      project={project}
      number={number}
      onClose={props.onClose}
      onShow={view && (() => show(view))}
    />
  )
}
