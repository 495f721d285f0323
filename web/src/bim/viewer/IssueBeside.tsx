import { getIssueByNumber } from '@plumbline/contract/issues'
import type { Project } from '@plumbline/contract/projects'
import type { ViewpointView } from '@plumbline/contract/viewpoints'
import { useEffect } from 'react'
import { useRead } from '../../api/query.ts'
import { IssueDetail } from '../../issues/IssueDetail.tsx'
import { toast } from '../../ui/toast.ts'
import { useSession, useSessionState } from './ModelView.tsx'
import { useViewerText } from './text.ts'

/** An issue beside the model; `atOnce` shows its view as soon as the models are there. */
export function IssueBeside(props: {
  project: Project
  number: number
  atOnce: boolean
  onClose: () => void
}) {
  const { project, number, atOnce } = props
  const text = useViewerText()
  const session = useSession()
  const { models } = useSessionState()
  const { data: issue } = useRead(getIssueByNumber, { params: { id: project.id, number } })
  const view = issue?.viewpoints[0] as ViewpointView | undefined
  const ready = models.length > 0 && models.every((model) => model.structure)
  useEffect(() => {
    if (ready && view && atOnce) session.views.restore(view)
  }, [session, ready, view, atOnce])
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
