import { getProject } from '@plumbline/contract/projects/projects'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { type ReactNode, Suspense, useDeferredValue, useEffect } from 'react'
import { ShareMenu } from '../access/ShareMenu.tsx'
import { useIsFirstPageRead } from '../api/first-page.ts'
import { useRead } from '../api/query.ts'
import { useParams, usePathname } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { useTitle } from '../base/title.ts'
import { SwitchCompany } from '../teams/SwitchCompany.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Skeleton, SkeletonBlock } from '../ui/Skeleton.tsx'
import { NavTabs } from '../ui/Tabs.tsx'
import { BottomBar } from './BottomBar.tsx'
import { JoinedGreeting } from './JoinedGreeting.tsx'
import { recordVisit } from './record-visit.ts'
import { useProjectText } from './text.ts'
import { VocabularyProvider } from './vocabulary.tsx'

const ProjectPresence = lazyPart(() => import('../presence/ProjectPresence.tsx'))

/** The layout of every project page: name, tabs and the content of the open tab. */
export function ProjectPage({ children }: { children?: ReactNode }) {
  const text = useProjectText()
  const { id = '' } = useParams()
  const pathname = usePathname()
  const { data: project, error, refetch } = useRead(getProject, { params: { id } })
  useTitle('project', project?.name)
  const known = project?.id
  // the first answer draws the whole page: in pieces between which the browser answers input
  const isDrawn = useDeferredValue(known) !== undefined
  const isFirstPageRead = useIsFirstPageRead()
  useEffect(() => {
    if (!known) return
    storage.setProjectId(known)
    recordVisit(known)
  }, [known])
  const tab = pathname.split('/')[3]
  useEffect(() => {
    if (known && tab) storage.setTab(known, tab)
  }, [known, tab])
  if (error?.status === 404 || error?.status === 403)
    return (
      <EmptyState
        whole
        drawing="search"
        title={text.noAccess}
        action={
          <>
            <ButtonLink look="primary" href={paths.projects}>
              {text.toProjects}
            </ButtonLink>
            <ButtonLink href={paths.client()}>{text.requestAccess}</ButtonLink>
            <SwitchCompany />
          </>
        }
      >
        {text.noAccessHint}
      </EmptyState>
    )
  if (error && !project)
    return (
      <EmptyState
        whole
        drawing="broken"
        title={text.loadFailed}
        action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}
      />
    )
  if (!project || !isDrawn)
    return (
      <Skeleton className="p-6">
        <SkeletonBlock className="h-8 w-60" />
      </Skeleton>
    )
  // the 3D view, or a drawing or mesh: it needs the height of the screen
  const isPicture = tab === 'viewer' || pathname.startsWith(`${paths.models(id)}/`)
  const more = [
    { href: paths.members(id), label: text.members },
    { href: paths.activity(id), label: text.activity },
    ...(isLevelAtLeast(project.my_permission_level, 'EDITOR')
      ? [{ href: paths.projectSettings(id), label: text.settings }]
      : []),
  ]
  const links = [
    { href: paths.overview(id), label: text.overview },
    { href: paths.issues(id), label: text.issues, count: project.open_issues },
    { href: paths.models(id), label: text.models },
    { href: paths.viewer(id), label: text.viewer },
    ...more,
  ]
  return (
    <VocabularyProvider project={project}>
      <div className="flex h-full min-h-0 flex-col">
        <div className="flex flex-none items-center gap-x-4 border-line border-b bg-surface px-4 sm:px-6">
          {/* wide screens show the name in the top bar */}
          <p className="min-w-0 flex-1 truncate py-2 font-semibold sm:hidden">{project.name}</p>
          <NavTabs
            label={text.tabs}
            links={links}
            current={pathname}
            className="border-b-0 max-sm:hidden sm:-ms-3"
          />
          <div className="flex flex-none items-center gap-3 sm:ms-auto">
            {project.code && <span className="text-13 text-text-muted max-sm:hidden">{project.code}</span>}
            {isFirstPageRead && (
              <Suspense>
                <ProjectPresence projectId={id} />
              </Suspense>
            )}
            <ShareMenu project={project} />
          </div>
        </div>
        {!isPicture && <JoinedGreeting project={project} />}
        {project.status === 'ARCHIVED' && (
          <div className="flex-none px-4 pt-3 sm:px-6">
            <Banner>{text.archived}</Banner>
          </div>
        )}
        <div data-scroll="tab" className="relative min-h-0 flex-1 overflow-y-auto">
          {children}
        </div>
        <BottomBar
          projectId={id}
          current={pathname}
          more={[{ href: paths.viewer(id), label: text.viewer }, ...more]}
        />
      </div>
    </VocabularyProvider>
  )
}
