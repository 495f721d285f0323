import { type Header, listHeaders } from '@plumbline/contract/bim'
import { getIssueByNumber, listPins } from '@plumbline/contract/issues'
import { mayCreateIssue } from '@plumbline/contract/issues.rules'
import type { Project } from '@plumbline/contract/projects'
import type { ViewpointView } from '@plumbline/contract/viewpoints'
import { type KeyboardEvent, useCallback, useEffect, useState } from 'react'
import { useRead } from '../../api/query.ts'
import { useSearch } from '../../app/navigation.tsx'
import { paths } from '../../app/paths.ts'
import { useMe } from '../../app/session.ts'
import { IssueDetail } from '../../issues/IssueDetail.tsx'
import { useProject } from '../../projects/use-project.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useUiText } from '../../ui/text.tsx'
import { ModelView, SessionProvider, useSession, useSessionState } from './ModelView.tsx'
import type { ModelSession, Place } from './model-session.ts'
import { NewIssueCard } from './NewIssueCard.tsx'
import { statusColor } from './status-color.ts'
import { useViewerText } from './text.ts'
import { ViewerPanels } from './ViewerPanels.tsx'
import { runKey, ViewerStatus, ViewerTools } from './ViewerTools.tsx'

interface ViewerSearch {
  /** ids of files, comma-separated; all that are ready when absent */
  models?: string
  /** number of the issue whose view is shown, with the issue beside it */
  issue?: number
  /** number of the issue that is open beside the model, which stays as it is */
  open?: number
}

const numberIn = (text: string | undefined) => Number(text && /^\d{1,9}$/.exec(text)?.[0]) || undefined

function useViewerSearch(): ViewerSearch {
  const [{ models, issue, open }] = useSearch()
  return { models: models || undefined, issue: numberIn(issue), open: numberIn(open) }
}

/** The models of a project in 3D, with their issues. */
export function ViewerPage() {
  const text = useViewerText()
  const project = useProject()
  const { preferences } = useMe()
  const search = useViewerSearch()
  const { data } = useRead(listHeaders, { params: { id: project.id } })
  const [session, setSession] = useState<ModelSession | null>(null)
  const [place, setPlace] = useState<Place | null>(null)
  const wanted = search.models?.split(',')
  const headers = ((data ?? []) as Header[]).filter(
    (header) => header.current && (!wanted || wanted.includes(header.id)),
  )
  const shown = search.issue ?? search.open
  useLoading(session, headers)
  const mayCreate = mayCreateIssue(project.my_permission_level)
  const startIssue = useCallback(() => setPlace(session?.place() ?? null), [session])
  if (data && headers.length === 0)
    return (
      <EmptyState
        whole
        drawing="model"
        title={text.noModels}
        action={
          <ButtonLink look="primary" href={paths.models(project.id)}>
            {text.toModels}
          </ButtonLink>
        }
      >
        {text.noModelsHint}
      </EmptyState>
    )
  const onKeyDown = (event: KeyboardEvent) => {
    const newIssue = () => mayCreate && startIssue()
    if (session && runKey(session, event, { newIssue, letters: preferences.shortcuts }))
      event.preventDefault()
  }
  return (
    <div className="absolute inset-0 flex">
      <h1 className="sr-only">{`${project.name}, ${text.canvas}`}</h1>
      <SessionProvider value={session}>
        {session && <ViewerPanels project={project} />}
        <div className="relative min-w-0 flex-1">
          <ModelView
            projectId={project.id}
            label={text.canvas}
            said={session ? '' : text.loading(0)}
            onSession={setSession}
            onKeyDown={onKeyDown}
          />
          {session && (
            <>
              <SelectionSaid />
              <ViewerStatus />
              <IssuePins projectId={project.id} />
              {!place && <ViewerTools mayCreate={mayCreate} onNewIssue={startIssue} />}
              {place && (
                <NewIssueCard
                  projectId={project.id}
                  place={place}
                  onClose={() => setPlace(null)}
                  onCreated={() => setPlace(null)}
                />
              )}
            </>
          )}
        </div>
        {session && shown !== undefined && (
          <IssueBeside key={shown} project={project} number={shown} atOnce={search.issue === shown} />
        )}
      </SessionProvider>
    </div>
  )
}

/** Keeps what is open in step with what is asked for; a new version of a file takes the place of the old one. */
function useLoading(session: ModelSession | null, headers: Header[]) {
  const wanted = headers.map((header) => `${header.id}@${header.current?.id}`).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list's content decides, not its identity
  useEffect(() => {
    if (!session) return
    const abort = new AbortController()
    for (const { id, version } of session.state.models) {
      const header = headers.find((each) => each.id === id)
      if (header?.current?.version !== version) session.unload(id)
    }
    for (const header of headers) void session.load(header, abort.signal)
    return () => abort.abort()
  }, [session, wanted])
}

/** Says what is selected to those who do not see it. */
function SelectionSaid() {
  const text = useViewerText()
  const session = useSession()
  const { selection } = useSessionState()
  const ref = selection.at(-1)
  const facts = ref && session.facts(ref)
  const said = selection.length > 1 ? text.selected(selection.length) : facts ? text.said(facts) : ''
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}

/** The issues of the project as pins; a click opens the issue beside the model. */
function IssuePins({ projectId }: { projectId: string }) {
  const text = useViewerText()
  const words = useUiText()
  const session = useSession()
  const [, change] = useSearch()
  const search = useViewerSearch()
  const shown = search.issue ?? search.open
  const { data } = useRead(listPins, { params: { id: projectId } })
  useEffect(() => {
    session.setPins(
      (data ?? []).map(({ issue_id, number, name, status, point }) => ({
        id: issue_id,
        point: [point.x, point.y, point.z],
        number: String(number),
        color: statusColor(status),
        icon: status,
        label: text.pinLabel(number, name, words.status[status]),
      })),
    )
  }, [session, data, text, words])
  useEffect(
    () =>
      session.onPin((id) => {
        const pin = data?.find((each) => each.issue_id === id)
        if (pin) change({ open: String(pin.number), issue: undefined })
      }),
    [session, data, change],
  )
  useEffect(
    () => session.markPin(data?.find((pin) => pin.number === shown)?.issue_id ?? null),
    [session, data, shown],
  )
  return null
}

/** An issue beside the model; `atOnce` shows its view as soon as the models are there. */
function IssueBeside(props: { project: Project; number: number; atOnce: boolean }) {
  const { project, number, atOnce } = props
  const text = useViewerText()
  const session = useSession()
  const { models } = useSessionState()
  const [, change] = useSearch()
  const { data: issue } = useRead(getIssueByNumber, { params: { id: project.id, number } })
  const view = issue?.viewpoints[0] as ViewpointView | undefined
  const ready = models.length > 0 && models.every((model) => model.structure)
  useEffect(() => {
    if (ready && view && atOnce) session.restore(view)
  }, [session, ready, view, atOnce])
  return (
    <aside
      aria-label={text.issueBeside(number)}
      className="z-20 flex flex-col border-line bg-surface max-md:absolute max-md:inset-x-0 max-md:bottom-0 max-md:h-1/2 max-md:rounded-t-card max-md:border-t max-md:shadow-float md:w-90 md:flex-none md:border-s"
    >
      <IssueDetail
        project={project}
        number={number}
        onClose={() => change({ issue: undefined, open: undefined })}
        onShow={view && (() => session.restore(view))}
      />
    </aside>
  )
}
