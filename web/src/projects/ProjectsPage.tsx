import { listMyAccessRequests, listMyInvites } from '@plumbline/contract/access/access'
import { createDemoProject } from '@plumbline/contract/projects/demo'
import type { Project } from '@plumbline/contract/projects/projects'
import { listMyTeamInvites } from '@plumbline/contract/teams/teams'
import { KeyRound, Plus } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react'
import { PendingAccess } from '../access/PendingAccess.tsx'
import { LoadFailed } from '../api/LoadFailed.tsx'
import { useRead, useWrite } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { useProjects } from '../api/use-projects.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { useTitle } from '../base/title.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Skeleton, SkeletonBlock } from '../ui/Skeleton.tsx'
import { useGrowingList } from '../ui/use-growing-list.ts'
import { ProjectCard } from './ProjectCard.tsx'
import { useProjectsText } from './projects-text.ts'
import { filterProjects, selectRecentProjects, useProjectsView } from './use-projects-view.ts'

const InviteDialog = lazyPart(() => import('../access/InviteDialog.tsx'), { placeless: true })
const ProjectList = lazyPart(() => import('./ProjectList.tsx'))
const ProjectFilters = lazyPart(() => import('./ProjectFilters.tsx'))
const RecentProjects = lazyPart(() => import('./RecentProjects.tsx'))

interface DialogProps {
  open: boolean
  onClose: () => void
}
const dialogs: Record<'new' | 'join' | 'trash', ComponentType<DialogProps>> = {
  new: lazyPart(() => import('./NewProjectDialog.tsx'), { placeless: true }),
  join: lazyPart(() => import('../access/JoinDialog.tsx'), { placeless: true }),
  trash: lazyPart(() => import('./TrashDialog.tsx'), { placeless: true }),
}

/**
 * Whether the invitations and requests above the projects have loaded or failed: when they appear later, projects move down
 * and leave "Decline" where a person is about to press a project.
 */
function useIsAboveKnown(): boolean {
  const [invites, companies, requests] = [
    useRead(listMyInvites, {}),
    useRead(listMyTeamInvites, {}),
    useRead(listMyAccessRequests, {}),
  ]
  const [wasKnown, setKnown] = useState(false)
  const isKnown = [invites, companies, requests].every(({ data, error }) => data || error)
  // the part that shows a failed read repeats it, and must stay on screen meanwhile
  if (isKnown && !wasKnown) setKnown(true)
  return isKnown || wasKnown
}

/** After this time the projects are shown without the part above them. */
const HEAD_MS = 3000

/** Loads the code of the part above the projects; true if the projects have waited for it too long. */
function useIsHeadLate(areProjectsHere: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = areProjectsHere ? setTimeout(() => setIsLate(true), HEAD_MS) : undefined
    void Promise.all([ProjectFilters.preload(), RecentProjects.preload()]).then(() => clearTimeout(timer))
    return () => clearTimeout(timer)
  }, [areProjectsHere])
  return isLate
}

/** All projects of the person, below their open invitations and requests. */
export function ProjectsPage() {
  const text = useProjectsText()
  useTitle('page', text.title)
  const view = useProjectsView()
  const { data: found, error, refetch } = useProjects(view.q)
  const isAboveKnown = useIsAboveKnown()
  const data = isAboveKnown ? found : undefined
  const isHeadLate = useIsHeadLate(data !== undefined)
  const [dialog, setDialog] = useState<keyof typeof dialogs>()
  const [open, setOpen] = useState(false)
  // in a transition: the page stays visible while the dialog's code loads
  const show = (which: keyof typeof dialogs) =>
    startTransition(() => {
      setDialog(which)
      setOpen(true)
    })
  const list = data && filterProjects(data, view)
  const recent = data && !view.q && view.which === 'all' ? selectRecentProjects(data) : []
  const Dialog = dialog && dialogs[dialog]
  const clear = () => view.change({ search: undefined, which: undefined })
  return (
    <div className="mx-auto max-w-320 p-4 sm:p-6">
      <Head mine={(data ?? []).reduce((sum, { my_open_issues }) => sum + my_open_issues, 0)} onShow={show} />
      {(data || error) && <PendingAccess onOpen={(id) => view.change({ invite: id })} />}
      <Suspense>
        {view.invite && (
          <InviteDialog inviteId={view.invite} onClose={() => view.change({ invite: undefined })} />
        )}
      </Suspense>
      {error && (
        <LoadFailed error={error} onRetry={() => void refetch()}>
          {text.failed}
        </LoadFailed>
      )}
      {!data && !error && <ProjectsSkeleton />}
      {data?.length === 0 && <NoProjects onShow={show} />}
      {data && list && data.length > 0 && (
        <HeadAndList
          isHeadLate={isHeadLate}
          head={
            <>
              <ProjectFilters view={view} onTrash={() => show('trash')} />
              {recent.length > 0 && <RecentProjects projects={recent} />}
            </>
          }
        >
          {list.length === 0 && (
            <EmptyState
              drawing="search"
              title={text.noMatch}
              action={<Button onClick={clear}>{text.clear}</Button>}
            />
          )}
          {list.length > 0 && view.layout === 'grid' && <Cards projects={list} />}
          {list.length > 0 && view.layout === 'list' && <ProjectList projects={list} />}
        </HeadAndList>
      )}
      {Dialog && <Dialog open={open} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Shows the projects together with the part above them: it would move them down when its code arrives, from under a finger. */
function HeadAndList(props: { isHeadLate: boolean; head: ReactNode; children: ReactNode }) {
  if (props.isHeadLate)
    return (
      <>
        <Suspense fallback={<div className="mb-4 h-9" />}>{props.head}</Suspense>
        <Suspense>{props.children}</Suspense>
      </>
    )
  return (
    <Suspense fallback={<ProjectsSkeleton />}>
      {props.head}
      {props.children}
    </Suspense>
  )
}

function Head({ mine, onShow }: { mine: number; onShow: (which: keyof typeof dialogs) => void }) {
  const text = useProjectsText()
  const me = useMe()
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <h1 className="me-auto font-semibold text-26 max-sm:w-full">{text.title}</h1>
      <ButtonLink className="max-sm:w-full" href={paths.myIssues()}>
        {text.myIssues}
        {mine > 0 && <span className="text-text-muted tabular-nums">{mine}</span>}
      </ButtonLink>
      <Button className="max-sm:flex-auto" icon={<KeyRound aria-hidden />} onClick={() => onShow('join')}>
        {text.joinWithCode}
      </Button>
      <Button
        look="primary"
        className="max-sm:flex-auto"
        icon={<Plus aria-hidden />}
        disabled={me.teams.length > 0 ? false : text.noCompany}
        onClick={() => onShow('new')}
      >
        {text.newProject}
      </Button>
    </div>
  )
}

function NoProjects({ onShow }: { onShow: (which: keyof typeof dialogs) => void }) {
  const text = useProjectsText()
  const navigate = useNavigate()
  const noCompany = useMe().teams.length > 0 ? false : text.noCompany
  const demo = useWrite(createDemoProject, { onDone: ({ id }) => navigate(paths.viewer(id)) })
  return (
    <EmptyState
      drawing="model"
      title={text.none}
      action={
        <>
          <Button look="primary" disabled={noCompany} loading={demo.pending} onClick={() => demo.run({})}>
            {text.openDemo}
          </Button>
          <Button disabled={noCompany} onClick={() => onShow('new')}>
            {text.newProject}
          </Button>
          <ButtonLink href={paths.client()}>{text.joinWithCode}</ButtonLink>
          <Button look="ghost" onClick={() => onShow('trash')}>
            {text.trash}
          </Button>
        </>
      }
    >
      {text.noneHint}
    </EmptyState>
  )
}

function ProjectsSkeleton() {
  return (
    <Skeleton>
      <div className="mb-4 h-9" />
      <Grid>
        {[1, 2, 3, 4, 5, 6].map((key) => (
          <SkeletonBlock key={key} className="h-72" />
        ))}
      </Grid>
    </Skeleton>
  )
}

function Cards({ projects }: { projects: Project[] }) {
  const { count, end } = useGrowingList(projects.length)
  return (
    <>
      <Grid>
        {projects.slice(0, count).map((project) => (
          <ProjectCard key={project.id} project={project} />
        ))}
      </Grid>
      <div ref={end} />
    </>
  )
}

function Grid({ children }: { children: ReactNode }) {
  return <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4">{children}</ul>
}
